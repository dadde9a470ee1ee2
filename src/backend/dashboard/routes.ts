import type { Context, Hono } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { OPERATIONS } from '../../contract/operations.js';
import type { Role } from '../../contract/roles.js';
import { isTokenOf } from '../domain/access/csrf-token.js';
import type { Session } from '../domain/access/sessions.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { HttpEnv, RequestContext } from '../http/request-context.js';
import { isFormOfFiles, sentFile } from '../http/requests/sent-file.js';
import { compressed, isOwnVisit } from '../http/responses/compressed.js';
import { routed } from '../http/responses/page-answer.js';
import type { ActingPerson } from '../operations/call.js';
import { RequestRefused } from '../operations/refusal.js';
import { requireRight } from '../operations/scopes.js';
import type { SentFile } from '../operations/sent-file.js';
import type { Confirmation } from './confirm/confirmation.js';
import { errorResponse, isByScript, isFormByScript, redirectToSignIn, sessionOf } from './error-responses.js';
import { type Form, readForm } from './form.js';
import { htmlResponse, redirect, redirectScript } from './responses.js';
import { rightOfRoute } from './rights/rights-of-paths.js';
import { withoutDenied } from './rights/without-denied.js';
import { type Place, sentCookie } from './sign-in/cookie.js';
import { type User, userFor } from './user.js';

/** A request for a page by a signed-in user. */
export interface Visit {
  readonly user: User;
  readonly session: Session;
  readonly person: ActingPerson;
  readonly context: RequestContext;
  readonly request: Request;
  /** A cookie of this server; undefined if the browser sent none. */
  cookie(name: string, place: Place): string | undefined;
  /** A parameter of the path. */
  param(name: string): string;
  readonly query: URLSearchParams;
  /** Whether a script of the page sent the request, and expects a fragment. */
  readonly byScript: boolean;
}

export interface FormVisit extends Visit {
  readonly form: Form;
  /** Sends the browser to another page, whether a form or a script sent the request. */
  redirect(path: string): Response;
  /**
   * Asks who sends this form, before it gives lasting access or takes a factor away.
   *
   * @param headers more headers of the page that asks
   * @returns the page that asks, to answer with; null: go on, they have proved it within the last ten minutes
   */
  askAgain(headers?: Readonly<Record<string, string>>): Promise<Response | null>;
}

/** Operations that accept a file from a page. */
type UploadOperation = 'media.create';

interface FileVisit extends Visit {
  /** The request body. It can be read once. */
  readonly file: SentFile;
}

/** The pages that stay open to somebody who lacks a second factor that the workspace requires. */
const SIGN_IN_SETTINGS = '/settings/sign-in';

/** Where they are led. */
const SET_UP_PATH = `${SIGN_IN_SETTINGS}/authenticator`;

type Shown = JSX.Element | Response;

/** Adds pages and forms that require a session. */
export class PageRoutes {
  readonly #app: Hono<HttpEnv>;
  readonly #engine: OperationEngine;
  readonly #confirmation: Confirmation;

  constructor(app: Hono<HttpEnv>, engine: OperationEngine, confirmation: Confirmation) {
    this.#app = app;
    this.#engine = engine;
    this.#confirmation = confirmation;
  }

  /** A page or a fragment. Only these are compressed: responses to forms can contain secrets. */
  get(path: string, page: (visit: Visit) => Shown | Promise<Shown>): void {
    this.#app.get(path, async (c) => {
      const answer = await this.#signedIn(c, path, page);
      return isOwnVisit(c.req.raw) ? compressed(answer, c.req.raw) : answer;
    });
  }

  /** A form of the dashboard. Another site cannot know its CSRF token. */
  post(path: string, act: (visit: FormVisit) => Shown | Promise<Shown>): void {
    this.#app.post(path, (c) =>
      this.#signedIn(c, path, async (visit) => {
        const { session, byScript, context } = visit;
        const form = await readForm(c.req.raw);
        requireToken(session, c.req.header('x-csrf-token') ?? form.text('csrf'));
        return act({
          ...visit,
          form,
          askAgain: (headers = {}) =>
            this.#confirmation.ask({
              user: visit.user,
              session,
              form,
              context,
              path: c.req.path,
              host: c.req.header('host'),
              headers,
            }),
          redirect: (to) =>
            byScript || isFormByScript(c) ? redirectScript(context, to) : redirect(context, to),
        });
      }),
    );
  }

  /** A file that a script of the dashboard sends as the request body. */
  upload(path: string, id: UploadOperation, take: (visit: FileVisit) => Promise<Response>): void {
    this.#app.post(path, (c) =>
      this.#signedIn(c, path, (visit) => {
        requireToken(visit.session, c.req.header('x-csrf-token') ?? '');
        return take({ ...visit, file: sentFile(c, OPERATIONS[id].files) });
      }),
    );
  }

  /** A form with files, for pages whose scripts do not run. Its first field is the CSRF token. */
  uploadForm(path: string, id: UploadOperation, take: (visit: FileVisit) => Promise<Response>): void {
    this.#app.post(path, (c) =>
      this.#signedIn(c, path, (visit) => {
        const check = (sent: string): void => requireToken(visit.session, sent);
        // Nothing else has a field for the token.
        if (!isFormOfFiles(c)) check('');
        return take({
          ...visit,
          file: sentFile(c, OPERATIONS[id].files, { token: { field: 'csrf', check } }),
        });
      }),
    );
  }

  async #signedIn(
    c: Context<HttpEnv>,
    path: string,
    work: (visit: Visit) => Shown | Promise<Shown>,
  ): Promise<Response> {
    const context = routed(c, templateOf(path));
    const session = await sessionOf(c, this.#engine);
    if (!session) return redirectToSignIn(c, context);
    if (session.lacksFactor && !path.startsWith(SIGN_IN_SETTINGS)) {
      return isByScript(c) || isFormByScript(c)
        ? redirectScript(context, SET_UP_PATH)
        : redirect(context, SET_UP_PATH);
    }
    const user = userFor(session, this.#engine, context);
    const byScript = isByScript(c);
    const visit: Visit = {
      user,
      session,
      person: session.caller.person,
      context,
      request: c.req.raw,
      cookie: (name, place) => sentCookie(c, name, place),
      param: (name) => c.req.param(name) ?? '',
      query: new URL(c.req.url).searchParams,
      byScript,
    };
    try {
      const right = rightOfRoute(c.req.method === 'GET' ? 'GET' : 'POST', path);
      if (right !== null) requireRight(right, visit.person);
      const shown = await work(visit);
      const answer = shown instanceof Response ? shown : await htmlResponse(context, shown);
      return await forRole(answer, visit.person.role);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      return errorResponse(context, error, { user, byScript });
    }
  }
}

/** A page as it is for a role. */
async function forRole(answer: Response, role: Role): Promise<Response> {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
  if (role === 'owner' || !isPage) return answer;
  const { status, headers } = answer;
  return new Response(withoutDenied(await answer.text(), role), { status, headers });
}

/** @throws RequestRefused if the token does not belong to this session */
function requireToken(session: Session, token: string): void {
  if (isTokenOf(session.csrfSecret, token)) return;
  throw new RequestRefused(
    'origin_refused',
    'This form does not belong to your current session, so nothing was changed. Go back, reload the page, and send the form again.',
  );
}

/** `/posts/:id` as the log and the contract write it. */
const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
