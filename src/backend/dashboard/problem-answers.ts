import type { Context } from 'hono';
import { findSession, type Session } from '../domain/access/sessions.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { HttpEnv, RequestContext } from '../http/request-context.js';
import type { RequestRefused } from '../operations/refusal.js';
import { htmlAnswer } from './answers.js';
import { LostPage, ProblemPage, ProblemToast } from './layout/problem.js';
import { type Person, personOf } from './person.js';
import { sessionSecretOf } from './sign-in/cookie.js';

/** The session of a request's cookie; null where it has none, or one that has ended. */
export async function sessionOf(c: Context<HttpEnv>, engine: OperationEngine): Promise<Session | null> {
  const secret = sessionSecretOf(c.req.header('cookie'));
  return secret === null ? null : findSession(engine.services.store, secret, engine.services);
}

export const isByScript = (c: Context<HttpEnv>): boolean => c.req.header('hx-request') === 'true';

/** What stood in the way, in a person's words: a page of its own, or a notice on the page that asked. */
export function refusedAnswer(
  context: RequestContext,
  refusal: RequestRefused,
  { person, byScript }: { readonly person: Person; readonly byScript: boolean },
): Promise<Response> {
  const problem = refusal.toProblem(context.requestId);
  if (!byScript) return htmlAnswer(context, ProblemPage({ problem, person }), { status: problem.status });
  const headers = { 'HX-Retarget': '#toasts', 'HX-Reswap': 'beforeend' };
  return htmlAnswer(context, ProblemToast({ problem }), { status: problem.status, headers });
}

/** Answers a browser that went where there is no page, or met a fault: to an error in JSON nobody can do anything. */
export function lostPages(engine: OperationEngine) {
  return async (c: Context<HttpEnv>, refusal: RequestRefused): Promise<Response> => {
    const context = c.get('context');
    const problem = refusal.toProblem(context.requestId);
    context.refusal = problem;
    // After a fault nothing further is asked of the database.
    const session = refusal.code === 'not_found' ? await sessionOf(c, engine) : null;
    const person = session && personOf(session, engine, context);
    if (person && isByScript(c)) return refusedAnswer(context, refusal, { person, byScript: true });
    return htmlAnswer(context, LostPage({ problem, person, path: c.req.path }), { status: problem.status });
  };
}
