import type { Context } from 'hono';
import { actorKeyId } from '../../domain/access/actors.js';
import { browserName } from '../../domain/access/browser-name.js';
import { actingPerson } from '../../domain/access/caller.js';
import { openSession, type SignedIn } from '../../domain/access/sessions.js';
import { findWorkspace } from '../../domain/access/workspaces.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import type { ChangedBy } from '../../store/activity.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { redirect } from '../responses.js';
import type { Attempts } from './attempts.js';
import { sessionCookie, sessionSecretOf, stepCookie, stepSecretOf } from './cookie.js';

/** Lets people in who have proved who they are. */
export class Entry {
  readonly #services: Services;
  readonly #attempts: Attempts;

  constructor(services: Services, attempts: Attempts) {
    this.#services = services;
    this.#attempts = attempts;
  }

  /** Opens a session with a secret that nobody has seen before. @returns the secret */
  open(c: Context<HttpEnv>, who: SignedIn): Promise<string> {
    const { store } = this.#services;
    return openSession(store, who, this.#services, {
      browser: browserName(c.req.header('user-agent') ?? ''),
      address: c.get('context').clientAddress(),
      replaces: sessionSecretOf(c, this.#services),
    });
  }

  /** Sends the browser on, with the cookie of its new session. */
  async enter(c: Context<HttpEnv>, secret: string, next: string): Promise<Response> {
    const answer = redirect(routed(c, '/sign-in'), next, {
      'Set-Cookie': sessionCookie(secret, this.#services),
    });
    answer.headers.append('Set-Cookie', await this.#attempts.knownBrowser(c));
    if (stepSecretOf(c, this.#services) !== null) {
      answer.headers.append('Set-Cookie', stepCookie(null, this.#services));
    }
    return answer;
  }

  /** Attributes what a person does while they sign in; null: they have no access any more. */
  async changedBy(c: Context<HttpEnv>, { personId, workspaceId }: SignedIn): Promise<ChangedBy | null> {
    const { store, clock } = this.#services;
    const [workspace, person] = await Promise.all([
      findWorkspace(store, workspaceId),
      actingPerson(store.db, personId, workspaceId),
    ]);
    if (!workspace || !person) return null;
    return {
      apiKeyId: await actorKeyId(store, workspace, person, this.#services),
      requestId: c.get('context').requestId,
      now: workspaceNow(workspace, clock.now()),
    };
  }
}
