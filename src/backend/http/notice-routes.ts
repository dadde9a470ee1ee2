import type { Context, Hono } from 'hono';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../contract/platforms.js';
import { NOTICE_PARTS, NOTICES_PATH, noticeAddresses } from '../../networks/access/notice-addresses.js';
import type { Figures } from '../base/figures.js';
import type { Log } from '../base/log.js';
import { isSameText } from '../base/same-text.js';
import {
  deletedAt,
  deletionCode,
  type NoticeApp,
  noticeApps,
  noticeKey,
  verifyTokenOf,
} from '../domain/apps/notice-apps.js';
import { endGrantedAccess } from '../domain/inbox/end-granted-access.js';
import { keepAnnounced } from '../domain/inbox/intake/keep-announced.js';
import { nudgeLooks } from '../domain/inbox/intake/nudge-looks.js';
import { isSignature, type NoticeProtocol, signatureOf } from '../networks/notices.js';
import { NETWORKS } from '../networks/registry.js';
import { RequestRefused } from '../operations/refusal.js';
import type { Services } from '../operations/services.js';
import { FailureLimit } from './failure-limit.js';
import { pathRefused } from './paths.js';
import type { HttpEnv } from './request-context.js';
import { type ClientAddresses, networkOf } from './requests/client-address.js';
import { parseJsonBody, refuseOtherType } from './requests/json-body.js';
import { readLimited } from './requests/limited-body.js';
import { routed } from './responses/page-answer.js';

export interface NoticeRoutesOptions {
  readonly services: Services;
  readonly clients: ClientAddresses;
  readonly figures: Figures;
  readonly log: Log;
}

const ROUTE = `${NOTICES_PATH}/{platform}/{app}`;

/** The workspace whose secret answers the check of the address, in addresses that name one. */
const WORKSPACE_PART = ':workspace{ws_[0-9a-z]{1,40}}';

/** Meta sends up to 1,000 changes at once. */
const MAX_NOTICE_BYTES = 3 * 1024 * 1024;
const NOTICE_LIMIT = {
  maxBytes: MAX_NOTICE_BYTES,
  tooLarge: `A notice can have at most ${MAX_NOTICE_BYTES} bytes (3 MiB).`,
};
const MAX_FORM_BYTES = 16 * 1024;
const FORM_LIMIT = { maxBytes: MAX_FORM_BYTES, tooLarge: 'The form is too large.' };

/** No client id is longer. */
const MAX_APP_LENGTH = 512;

/** Requests of one address that its network has not signed, in a minute. */
const MAX_FAILURES = 30;

/** A network, and the apps with the id that the address names: first that of the workspace that it names. */
interface Addressed {
  readonly platform: Platform;
  readonly clientId: string;
  /** The workspace that the address names; null: none. */
  readonly workspaceId: string | null;
  readonly protocol: NoticeProtocol;
  readonly apps: readonly NoticeApp[];
}

/**
 * Where networks send what is new. What they send is believed only if it is signed with the secret of the app that the
 * address names. It is kept before the answer, and read from the network afterwards.
 */
export function addNoticeRoutes(routes: Hono<HttpEnv>, options: NoticeRoutesOptions): void {
  const failures = new FailureLimit(options.services.clock, MAX_FAILURES);
  const face = new NoticeFace(options, failures);
  const path = `${NOTICES_PATH}/:platform/:app`;
  for (const one of [path, `${path}/${WORKSPACE_PART}`]) {
    routes.get(one, (c) => face.challenge(c));
    routes.post(one, (c) => face.receive(c));
  }
  routes.post(`${path}/${NOTICE_PARTS.removed}`, (c) => face.end(c, false));
  routes.post(`${path}/${NOTICE_PARTS.deletion}`, (c) => face.end(c, true));
  routes.get(`${path}/${NOTICE_PARTS.deletion}/:code`, (c) => face.deletion(c));
}

class NoticeFace {
  readonly #options: NoticeRoutesOptions;
  readonly #failures: FailureLimit;

  constructor(options: NoticeRoutesOptions, failures: FailureLimit) {
    this.#options = options;
    this.#failures = failures;
  }

  /** The network checks that the address belongs to the owner of the app. */
  async challenge(c: Context<HttpEnv>): Promise<Response> {
    const { headers } = routed(c, ROUTE);
    const { platform, clientId, protocol, apps, workspaceId } = await this.#addressed(c);
    const verifyToken = verifyTokenOf(await this.#key(), platform, clientId);
    const query = new URL(c.req.url).searchParams;
    // An address that names no workspace is answered only if all would give the same answer.
    const asked = workspaceId === null ? apps : apps.slice(0, 1);
    const answers = new Map(
      asked
        .flatMap(({ secrets }) => secrets)
        .map((appSecret) => {
          const answer = protocol.challenge(query, { verifyToken, appSecret });
          return [answer?.body, answer];
        }),
    );
    const [answer, ...others] = answers.values();
    if (!answer || others.length > 0) return this.#refuse(c, platform);
    const type = answer.type === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
    return new Response(answer.body, { headers: { ...headers, 'Content-Type': type } });
  }

  async receive(c: Context<HttpEnv>): Promise<Response> {
    const { headers } = routed(c, ROUTE);
    const { platform, protocol, apps } = await this.#addressed(c);
    const { services, figures } = this.#options;
    const signatures = protocol.signature.headers.flatMap((name) => c.req.header(name) ?? []);
    if (!signatures.some((one) => isSignature(protocol, one))) return this.#refuse(c, platform);
    refuseOtherType(c.req.raw.headers);
    const body = await readLimited(c.req.raw, NOTICE_LIMIT);
    const all = new Set(apps.flatMap(({ secrets }) => secrets));
    const signing = [...all].filter((secret) => {
      const right = signatureOf(protocol, body, secret);
      return signatures.some((one) => isSameText(one, right));
    });
    const signers = apps.filter(({ secrets }) => secrets.some((one) => signing.includes(one)));
    if (signers.length === 0) return this.#refuse(c, platform);
    const { found, ignored, nudged } = protocol.read(await parseJsonBody(body, 'any'));
    const { kept, unknown } = nudged
      ? await nudgeLooks(services, platform, signers, nudged)
      : await keepAnnounced(services, platform, signers, found);
    const count = (outcome: string, by: number) => {
      if (by > 0) figures.notices.add({ platform, outcome }, by);
    };
    count('kept', kept);
    count('ignored', ignored + unknown);
    if (kept > 0) services.wakeIntake();
    return c.text('ok', 200, headers);
  }

  /** A person has removed the app at the network, or wants their data deleted. */
  async end(c: Context<HttpEnv>, deletes: boolean): Promise<Response> {
    const { headers } = routed(c, `${ROUTE}/${deletes ? NOTICE_PARTS.deletion : NOTICE_PARTS.removed}`);
    const { platform, clientId, protocol, apps } = await this.#addressed(c);
    const { services, log } = this.#options;
    const form = new URLSearchParams(Buffer.from(await readLimited(c.req.raw, FORM_LIMIT)).toString('utf8'));
    const signed = form.get('signed_request') ?? '';
    const told = apps.flatMap((app) => {
      const person = app.secrets
        .map((secret) => protocol.personIn?.(signed, secret, services.clock.now()) ?? null)
        .find((one) => one !== null);
      return person ? [{ app, person }] : [];
    });
    const [first] = told;
    if (first === undefined) return this.#refuse(c, platform);
    const signers = told.map(({ app }) => app);
    const accounts = await endGrantedAccess(services, {
      ...{ platform, apps: signers, person: first.person, deletes },
    });
    log.info({ platform, accounts, deletes }, 'a person has removed the app at the network');
    if (!deletes) return c.text('ok', 200, headers);
    const code = deletionCode(await this.#key(), platform, services.clock.now());
    const { deletionUrl } = noticeAddresses(services.publicUrl, platform, clientId);
    return c.json({ url: `${deletionUrl}/${code}`, confirmation_code: code }, 200, headers);
  }

  /** What became of a wish to have data deleted, for the person. */
  async deletion(c: Context<HttpEnv>): Promise<Response> {
    const { headers } = routed(c, `${ROUTE}/${NOTICE_PARTS.deletion}/{code}`);
    const { platform } = await this.#addressed(c);
    const code = c.req.param('code') ?? '';
    const at = deletedAt(await this.#key(), platform, code);
    if (at === null) throw pathRefused(c.req.path);
    const day = new Date(at).toISOString().slice(0, 10);
    const name = PLATFORM_NAMES[platform];
    const text = `Deleted on ${day}: the access to your ${name} accounts, the comments and messages that people wrote to them, and the numbers of their posts. Confirmation code: ${code}`;
    return c.text(text, 200, headers);
  }

  /**
   * The app that the address names.
   *
   * @throws RequestRefused there is none, or the address sends too much that nobody has signed
   */
  async #addressed(c: Context<HttpEnv>): Promise<Addressed> {
    const { services } = this.#options;
    const platform = PLATFORMS.find((one) => one === c.req.param('platform'));
    const protocol = platform && NETWORKS[platform].notices;
    const clientId = c.req.param('app') ?? '';
    if (!platform || !protocol || !services.isPublic || clientId.length > MAX_APP_LENGTH) {
      throw pathRefused(c.req.path);
    }
    const retryAfterSeconds = this.#failures.secondsToWait(this.#addressOf(c) ?? '');
    if (retryAfterSeconds > 0) {
      const detail = `Too many requests were not signed. Try again in ${retryAfterSeconds} s.`;
      throw new RequestRefused('rate_limited', detail, { retryAfterSeconds });
    }
    const workspaceId = c.req.param('workspace') ?? null;
    const apps = await noticeApps(services, { platform, clientId, workspaceId });
    if (apps.length === 0) {
      this.#note(c);
      throw pathRefused(c.req.path);
    }
    return { platform, clientId, workspaceId, protocol, apps };
  }

  #key(): Promise<string> {
    return noticeKey(this.#options.services.store);
  }

  #refuse(c: Context<HttpEnv>, platform: Platform): Response {
    this.#note(c);
    this.#options.figures.notices.add({ platform, outcome: 'refused' });
    const text = `This request is not signed with the secret of the app, or its verify token is wrong.`;
    return c.text(text, 403, c.get('context').headers);
  }

  #note(c: Context<HttpEnv>): void {
    const address = this.#addressOf(c);
    if (address !== null) this.#failures.note(address);
  }

  /** Null: a proxy hides it. Then a stranger could keep the network out, if failures were counted. */
  #addressOf(c: Context<HttpEnv>): string | null {
    const { clients } = this.#options;
    return clients.ignoresProxy(c) ? null : networkOf(clients.of(c));
  }
}
