import type { Context } from 'hono';
import { findSession, type Session } from '../domain/access/sessions.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { HttpEnv, RequestContext } from '../http/request-context.js';
import { HttpRefusal } from '../http/responses/http-refusal.js';
import type { RequestRefused } from '../operations/refusal.js';
import { isNowhere, LostPage, ProblemPage, ProblemToast } from './layout/problem.js';
import { htmlResponse, redirect, redirectScript } from './responses.js';
import { sessionSecretOf } from './sign-in/cookie.js';
import { type User, userFor } from './user.js';

/** The session of a request’s cookie; null if there is no valid one. */
export async function sessionOf(
  c: Context<HttpEnv>,
  { services }: Pick<OperationEngine, 'services'>,
): Promise<Session | null> {
  const secret = sessionSecretOf(c, services);
  const { clientAddress } = c.get('context');
  return secret === null ? null : findSession(services.store, secret, services, clientAddress);
}

export const isSignedIn = async (c: Context<HttpEnv>, engine: OperationEngine): Promise<boolean> =>
  (await sessionOf(c, engine)) !== null;

/** Sends a browser to the sign-in page, and back to the page that it asked for. */
export function redirectToSignIn(c: Context<HttpEnv>, context: RequestContext): Response {
  const { pathname, search } = new URL(c.req.url);
  const from = c.req.method === 'GET' && !isByScript(c) && pathname !== '/' ? `${pathname}${search}` : '';
  const path = from === '' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(from)}`;
  return isByScript(c) || isFormByScript(c) ? redirectScript(context, path) : redirect(context, path);
}

export const isByScript = (c: Context<HttpEnv>): boolean => c.req.header('hx-request') === 'true';

/** Whether a script sent a form for the page, and wants to know where to go next. Errors are pages as for forms. */
export const isFormByScript = (c: Context<HttpEnv>): boolean => c.req.header('x-form') === 'script';

/** Shows a refused request to the user: a page, or a toast on the page whose script sent it. */
export function errorResponse(
  context: RequestContext,
  refusal: RequestRefused,
  { user, byScript }: { readonly user: User; readonly byScript: boolean },
): Promise<Response> {
  const problem = refusal.toProblem(context.requestId);
  if (!byScript) return htmlResponse(context, ProblemPage({ problem, user }), { status: problem.status });
  const headers = { 'HX-Retarget': '#toasts', 'HX-Reswap': 'beforeend' };
  return htmlResponse(context, ProblemToast({ problem }), { status: problem.status, headers });
}

/** Shows errors outside the dashboard’s own routes to browsers, which cannot show a JSON problem to anyone. */
export function errorPages(engine: OperationEngine) {
  return async (c: Context<HttpEnv>, refusal: RequestRefused): Promise<Response> => {
    const context = c.get('context');
    const problem = refusal.toProblem(context.requestId);
    context.refusal = problem;
    // After an internal error, do not query the database again.
    const session = isNowhere(problem) ? await sessionOf(c, engine) : null;
    const user = session && userFor(session, engine, context);
    if (user && isByScript(c)) return errorResponse(context, refusal, { user, byScript: true });
    const headers = refusal instanceof HttpRefusal ? refusal.headers : {};
    const page = LostPage({ problem, user, path: c.req.path });
    return htmlResponse(context, page, { status: problem.status, headers });
  };
}
