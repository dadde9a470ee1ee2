import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { RedirectRule } from '../../../networks/access/network-access.js';
import { isAccepted, RULE_WORDS } from '../../../networks/access/redirects.js';
import { type AppAccess, apiOriginOf, redirectRuleOf, reviewOf, scopesOf } from '../../../networks/access.js';
import { NetworkRefusal } from '../adapter.js';
import type { Connection, Credentials } from '../connection.js';
import { renewableSeconds } from '../renewal/renewal-requests.js';
import { textAt } from '../requests/json-answer.js';
import type { Wire, WireRequest, WireResponse } from '../wire.js';
import { codeFrom, codeParameters, newCodeRequest } from './authorization-code.js';
import { type ClientCredentials, clientAuthentication } from './client-authentication.js';
import { type ConnectContext, type Connector, ConnectRefused, type SignedIn } from './connector.js';
import type { PlatformApp } from './platform-app.js';
import { away, SERVER_FAULT } from './server-answers.js';
import { apiRefusal, checkScopes, tokenRefusal } from './token-refusals.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json; charset=UTF-8';

/** Access that a person has granted. */
export interface GrantedAccess {
  readonly context: ConnectContext;
  /** To the network's API, with the access. */
  readonly wire: Wire;
  /**
   * Reads from the network's API, with the access token in the `Authorization` header.
   *
   * @throws ConnectRefused the network refuses
   */
  get(path: string, query?: WireRequest['query'], headers?: WireRequest['headers']): Promise<unknown>;
  /** The same, where the API reads with a POST request. */
  post(path: string): Promise<unknown>;
  /** Where the API is for the app. */
  readonly origin: string;
  readonly credentials: Credentials;
  /** How far the network has reviewed the app. */
  readonly review: string;
  /** What the token address answered to the code. */
  readonly answer: unknown;
}

interface CodeFlowOptions {
  readonly platform: Platform;
  readonly app: AppAccess;
  /** The origin of the network's API, outside a sandbox. */
  readonly origin: string;
  /**
   * Asks the network whose access it is.
   *
   * @throws ConnectRefused
   */
  identify(access: GrantedAccess): Promise<SignedIn>;
  /** What to do about a refusal of the network's API, in sentences; null: the network's own words are shown. */
  readonly explain?: (response: WireResponse) => string | null;
  /** Where the token address puts the tokens. Default: its answer has them. */
  readonly tokensIn?: (answer: unknown) => unknown;
  /** The permissions that the tokens come with; undefined: they are not said. Default: `scope` (RFC 6749, section 5.1). */
  readonly grantedIn?: (tokens: unknown) => readonly string[] | undefined;
  /** Exchanges access that soon ends for access that lasts, at the network's API. Default: it lasts already. */
  readonly exchange?: (accessToken: string, client: ClientCredentials) => WireRequest;
  /** Ends access in a way of the network's own. Default: at the `revokeUrl`. */
  readonly revoke?: (connection: Connection) => Promise<void>;
}

/** What is asked for: the app's set of permissions at the network, or each permission. */
function permissionsOf(app: AppAccess, { review, configId }: PlatformApp): Readonly<Record<string, string>> {
  if (configId && app.configuration) return { [app.configuration.parameter]: configId };
  const names = scopesOf(app, review).map(({ name }) => name);
  return { scope: names.join(app.scopeSeparator ?? ' ') };
}

/** Connects accounts of a network with the person's own app: OAuth 2.0 authorization code (RFC 6749, section 4.1). */
export function codeFlowConnector(options: CodeFlowOptions): Connector {
  const { platform, app, origin, identify, explain, revoke, tokensIn, grantedIn, exchange } = options;
  /** @throws ConnectRefused the network gives no access */
  const tokensOf = (response: WireResponse) => {
    if (response.status >= SERVER_FAULT) throw away(PLATFORM_NAMES[platform], response);
    const tokens = tokensIn?.(response.body) ?? response.body;
    const accessToken = textAt(tokens, 'access_token');
    if (response.status !== 200 || !accessToken) throw tokenRefusal(platform, app, response);
    return { tokens, accessToken };
  };
  return {
    async begin(context, { redirectUri }) {
      const own = await context.app();
      checkRedirect(platform, redirectRuleOf(app, own?.review ?? null), redirectUri, context.publicUrl);
      if (own === null) throw appMissing(platform, app, context.publicUrl);
      const request = newCodeRequest();
      const url = new URL(app.authorizeUrl);
      const parameters = {
        ...app.authorizeParameters,
        ...authorizeFields(app, request),
        [app.idParameter ?? 'client_id']: own.clientId,
        redirect_uri: redirectUri,
        ...permissionsOf(app, own),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return {
        origin: apiOriginOf(app, origin, own.review),
        authorizeUrl: context.pageAt(url.href),
        secrets: {
          ...request,
          clientId: own.clientId,
          clientSecret: own.clientSecret ?? '',
          review: reviewOf(app, own.review),
        },
      };
    },

    async finish(context, { redirectUri, secrets, origin: begun }, { callbackUrl = '' }) {
      const place = begun ?? origin;
      const { state = '', verifier = '', clientId = '', clientSecret = '', review = '' } = secrets;
      const issuer = new URL(app.authorizeUrl).origin;
      const code = codeFrom(callbackUrl.trim(), state, issuer, { isNeeded: false, deniedAs: app.deniedAs });
      const own = { clientId, clientSecret };
      const client = clientAuthentication(app, own);
      // A sandbox has the token address too.
      const tokenUrl = app.tokenUrl.replace(origin, place);
      const response = await send(context, tokenUrl, client.headers, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...app.tokenParameters,
        ...client.fields,
        ...(app.pkce && { code_verifier: verifier }),
      });
      const first = tokensOf(response);
      const leftOut = checkScopes(platform, scopesOf(app, review), (grantedIn ?? scopeIn)(first.tokens));
      const lasting =
        exchange && (await context.wireTo(origin).send(exchange(first.accessToken, own), context.signal));
      const { tokens, accessToken } = lasting ? tokensOf(lasting) : first;
      const credentials = {
        ...credentialsIn(tokens, accessToken, context.now),
        clientId,
        ...(clientSecret !== '' && { clientSecret }),
        ...leftOut,
      };
      const wire = context.wireTo(place, credentials);
      const ask = async (request: Pick<WireRequest, 'method' | 'path' | 'query' | 'headers'>) => {
        const headers = { authorization: `Bearer ${accessToken}`, ...request.headers };
        const found = await wire.send({ ...request, headers }, context.signal);
        if (found.status === 200) return found.body;
        if (found.status >= SERVER_FAULT) throw away(PLATFORM_NAMES[platform], found);
        const why = explain?.(found) ?? null;
        throw why === null ? apiRefusal(platform, found) : new ConnectRefused('sign_in_refused', why);
      };
      return identify({
        ...{ context, wire, credentials, review, origin: place, answer: first.tokens },
        get: (path, query = {}, headers = {}) => ask({ method: 'GET', path, query, headers }),
        post: (path) => ask({ method: 'POST', path, headers: { 'content-type': JSON_TYPE } }),
      });
    },

    revoke: revoke ?? ((connection) => revokeTokens(platform, app, connection)),
  };
}

const scopeIn = (tokens: unknown): readonly string[] | undefined => textAt(tokens, 'scope')?.split(/[\s,]+/);

function authorizeFields({ pkce, challengeEncoding }: AppAccess, request: ReturnType<typeof newCodeRequest>) {
  return pkce ? codeParameters(request, challengeEncoding) : { response_type: 'code', state: request.state };
}

/** @throws ConnectRefused the network sends no browser there */
function checkRedirect(
  platform: Platform,
  redirect: RedirectRule,
  redirectUri: string,
  publicUrl: string,
): void {
  if (isAccepted(redirect, new URL(redirectUri))) return;
  const name = PLATFORM_NAMES[platform];
  throw new ConnectRefused(
    'validation_failed',
    `${name} sends the browser back to ${RULE_WORDS[redirect]} only, and this sign-in would return to ${new URL(redirectUri).origin}. Use \`method: paste\`, and paste the address that the browser ends on. To return to the backend (${publicUrl}), start it with --public-url and such an address.`,
  );
}

function appMissing(platform: Platform, { consoleUrl }: AppAccess, publicUrl: string): ConnectRefused {
  const name = PLATFORM_NAMES[platform];
  return new ConnectRefused(
    'app_not_found',
    `${name} accounts are connected with an app of your own, and none is set. Register one at ${consoleUrl}, and set it at ${publicUrl}/channels/connect/${platform} or with \`PUT /v1/apps/${platform}\`.`,
  );
}

function form(
  path: string,
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): WireRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': FORM, ...headers },
    body: new URLSearchParams(fields),
  };
}

function send(
  { wireTo, signal }: ConnectContext,
  address: string,
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): Promise<WireResponse> {
  const { origin, pathname } = new URL(address);
  return wireTo(origin).send(form(pathname, headers, fields), signal);
}

/** @param now epoch milliseconds */
function credentialsIn(answer: unknown, accessToken: string, now: number): Credentials {
  const refreshToken = textAt(answer, 'refresh_token');
  const expiresAt = endAfter(answer, 'expires_in', now);
  const renewable = refreshToken === null ? null : renewableSeconds(answer);
  return {
    accessToken,
    ...(refreshToken !== null && { refreshToken }),
    ...(expiresAt !== null && { expiresAt }),
    ...(renewable !== null && { renewableUntil: new Date(now + renewable * 1000).toISOString() }),
  };
}

/** When what a token answer counts in seconds ends, as ISO 8601; null: it does not say. @param now epoch milliseconds */
export function endAfter(answer: unknown, name: string, now: number): string | null {
  const seconds = Number(textAt(answer, name) ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(now + seconds * 1000).toISOString() : null;
}

/** Ends access at the `revokeUrl`. @throws NetworkRefusal the network does not confirm it */
export async function revokeTokens(
  platform: Platform,
  app: AppAccess,
  connection: Connection,
): Promise<void> {
  const { accessToken = '', refreshToken, clientId = '', clientSecret = '' } = connection.account.credentials;
  const name = PLATFORM_NAMES[platform];
  const none = { status: null, code: null, message: null };
  if (app.revokeUrl === undefined) {
    const why = app.endedByOwner?.text ?? `${name} has no address at which apps end access.`;
    throw new NetworkRefusal('permission_missing', why, none);
  }
  const { revokes } = app;
  const proof = clientAuthentication(app, { clientId, clientSecret });
  const { headers, fields } = revokes?.provesApp === false ? { headers: {}, fields: {} } : proof;
  // The refresh token first: what is left ends by itself.
  const tokens = revokes
    ? [connection.account.credentials[revokes.token] ?? accessToken]
    : [refreshToken, accessToken];
  for (const token of tokens) {
    if (!token) continue;
    const request = form(app.revokeUrl, headers, { token, ...fields });
    const { status } = await connection.wire.send(request, connection.signal);
    if (status === 200) continue;
    // An access token may have expired: with a new one it can be tried again.
    const code = revokes?.token === 'accessToken' ? 'account_reconnect_required' : 'permission_missing';
    throw new NetworkRefusal(code, `${name} did not end access (HTTP ${status}).`, { ...none, status });
  }
}
