import { clientFor } from '../../domain/assistants/clients/find-client.js';
import type { AssistantDependencies, OAuthServer } from '../../domain/assistants/dependencies.js';
import { OAUTH_PATHS } from '../../domain/assistants/dependencies.js';
import {
  type AuthorizationRequest,
  answerAddress,
  beginRequest,
  readAuthorizationRequest,
  redirectOf,
} from '../../domain/assistants/grants/authorization-request.js';
import { approve, deny, pendingRequest } from '../../domain/assistants/grants/decide.js';
import { OAuthError } from '../../domain/assistants/oauth-error.js';
import { oauthServer } from '../../http/oauth/oauth-paths.js';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { changedBy } from '../user.js';
import { ConsentPage } from './consent-page.js';
import { grantFrom, presetFrom } from './grant-form.js';
import { MovingOnPage, RefusedPage } from './outcome-pages.js';

/**
 * Assistants open these pages in a window of their own and wait for it. The policy of other pages would part the two for
 * good, and the assistant would never learn the answer.
 */
const OPENED_BY_OTHERS = { 'Cross-Origin-Opener-Policy': 'unsafe-none' } as const;

/** Whether a path is the page on which a person decides about an assistant. */
export const isConsentPath = (path: string): boolean =>
  path === OAUTH_PATHS.authorize || path.startsWith(`${OAUTH_PATHS.authorize}?`);

/** The headers of the pages that lead to a path: those before the consent page are in the window of the assistant as well. */
export const openerHeaders = (path: string): Record<string, string> =>
  isConsentPath(path) ? OPENED_BY_OTHERS : {};

/** The page on which a person decides whether an assistant may use the workspace. */
export function addAuthorize(
  routes: PageRoutes,
  dependencies: AssistantDependencies,
  publicUrl: string,
): void {
  const { store, clock } = dependencies;
  const serverOf = ({ request }: Visit): OAuthServer =>
    oauthServer(publicUrl, request.headers.get('host') ?? undefined);

  routes.get(OAUTH_PATHS.authorize, async (visit) => {
    try {
      return await ask(visit);
    } catch (error) {
      return refusedPage(visit, error, null);
    }
  });

  routes.post(OAUTH_PATHS.authorize, async (visit) => {
    try {
      return await decide(visit);
    } catch (error) {
      return refusedPage(visit, error, null);
    }
  });

  async function ask(visit: Visit): Promise<Response> {
    const { user, query, session, context } = visit;
    const [id, ...more] = query.getAll('client_id');
    if (id === undefined || more.length > 0) {
      throw new OAuthError('invalid_request', 'client_id must be there exactly once.');
    }
    const client = await clientFor(dependencies, user.workspace, id);
    const redirectUri = redirectOf(query, client);
    let request: AuthorizationRequest;
    try {
      request = readAuthorizationRequest(query, redirectUri, serverOf(visit));
    } catch (error) {
      return refusedPage(visit, error, { redirectUri, state: query.get('state') });
    }
    const secret = await beginRequest(store, session.id, client, request, clock.now());
    const page = ConsentPage({ user, client, redirectUri, secret });
    return htmlResponse(context, page, { headers: OPENED_BY_OTHERS });
  }

  async function decide(visit: FormVisit): Promise<Response> {
    const { user, form, session, context } = visit;
    const request = await pendingRequest(dependencies, session.id, form.text('request'));
    if (request === null) {
      throw new RequestRefused(
        'not_found',
        'This request has expired, or was decided. Go back to your assistant, and connect again.',
      );
    }
    const server = serverOf(visit);
    const isApproved = form.text('decision') === 'approve';
    if (isApproved && presetFrom(form) === 'full') {
      const asked = await visit.askAgain(OPENED_BY_OTHERS);
      if (asked !== null) return asked;
    }
    const decider = { workspace: user.workspace, person: user.person, by: changedBy(user) };
    const to = isApproved
      ? await approve(dependencies, request, grantFrom(form, user.person.role), decider, server)
      : await deny(dependencies, request, server);
    const page = MovingOnPage({ to, redirectUri: request.redirect_uri, isApproved });
    return htmlResponse(context, page, { headers: OPENED_BY_OTHERS });
  }

  /**
   * Says what is wrong. Nobody is sent anywhere without having pressed something: anybody can register a client with an
   * address of their own, and lead people there through this server.
   *
   * @param answerTo where the client waits; null: nothing may be sent there
   * @throws the error itself, if it is not the fault of the request
   */
  function refusedPage(
    visit: Visit,
    error: unknown,
    answerTo: Pick<AuthorizationRequest, 'redirectUri' | 'state'> | null,
  ): Promise<Response> {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message } = error;
    const back =
      answerTo && answerAddress(answerTo, serverOf(visit), { error: code, error_description: message });
    const page = RefusedPage({ code, message, back, redirectUri: answerTo?.redirectUri ?? null });
    return htmlResponse(visit.context, page, { status: 400, headers: OPENED_BY_OTHERS });
  }
}
