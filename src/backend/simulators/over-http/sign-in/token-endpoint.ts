import { createHash, randomUUID } from 'node:crypto';
import type { AppAccess } from '../../../../networks/access.js';
import { json } from '../../../networks/answers.js';
import { textAt } from '../../../networks/requests/json-answer.js';
import type { WireResponse } from '../../../networks/wire.js';
import type { ServedNetwork, ServedRequest } from '../served-network.js';
import type { GivenTokens } from './given-tokens.js';
import type { RegisteredApp, SignInData, SignInService } from './sign-in-data.js';

/** What a code stands for until it is exchanged. */
interface CodeGrant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly renewable: boolean;
}

/** What the app is, and what the person has granted it. */
interface GrantedTo {
  readonly app: RegisteredApp;
  readonly granted: readonly string[];
}

interface TokenEndpointParts {
  readonly network: ServedNetwork;
  readonly access: AppAccess;
  readonly data: SignInData;
  readonly tokens: GivenTokens;
  /** The origin of the API. */
  readonly api: string;
  readonly grantedTo: () => GrantedTo;
  readonly service: () => SignInService;
}

/** The addresses of a simulated network that give out tokens, renew them and end them. */
export class TokenEndpoint {
  /** The tokens that were revoked. */
  readonly revoked: string[] = [];
  /** How often access was renewed. */
  renewals = 0;
  readonly #parts: TokenEndpointParts;
  readonly #codes = new Map<string, CodeGrant>();

  constructor(parts: TokenEndpointParts) {
    this.#parts = parts;
  }

  /** Gives out a code for the answer to an authorize address. */
  codeFor(query: URLSearchParams): string {
    const code = `code-${randomUUID()}`;
    const conditions = Object.entries(this.#parts.data.renewableWith ?? {});
    this.#codes.set(code, {
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      renewable: conditions.every(([name, value]) => query.get(name) === value),
    });
    return code;
  }

  /** Answers at the token address. */
  async answer(request: ServedRequest): Promise<WireResponse> {
    const { data, tokens } = this.#parts;
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (!this.#isApp(request, form)) return data.refusals.app;
    if (form.get('grant_type') === 'authorization_code') return this.#exchange(form);
    const { exchanges } = data;
    if (exchanges !== undefined && form.get('grant_type') === exchanges.grantType) {
      const { seconds } = exchanges;
      const accessToken = await tokens.give(seconds, true);
      return json(200, { access_token: accessToken, token_type: 'bearer', expires_in: seconds });
    }
    return this.#passRenewal(request);
  }

  /** Exchanges an access token for one that lasts, or renews that; null: the request wants something else. */
  async answerLasting(request: ServedRequest): Promise<WireResponse | null> {
    const { data, tokens, grantedTo } = this.#parts;
    const { longLived, refusals } = data;
    const { pathname, searchParams } = request.url;
    if (!longLived || request.standsFor !== null) return null;
    if (pathname === longLived.renewPath) return this.#passRenewal(request);
    if (pathname !== longLived.exchangePath) return null;
    const isGiven = tokens.hasAccess(searchParams.get('access_token') ?? '');
    if (!isGiven || searchParams.get('grant_type') !== longLived.grant) return refusals.code;
    if (searchParams.get('client_secret') !== grantedTo().app.clientSecret) return refusals.app;
    const accessToken = await tokens.give(longLived.lifetime, true);
    return json(200, { access_token: accessToken, token_type: 'bearer', expires_in: longLived.lifetime });
  }

  /** Answers at the address that ends access. */
  async revoke(request: ServedRequest): Promise<WireResponse> {
    const { data, access, tokens } = this.#parts;
    const form = new URLSearchParams(request.body.toString('utf8'));
    const { revokes } = access;
    if (revokes?.provesApp !== false && !this.#isApp(request, form)) return data.refusals.app;
    const token = form.get('token') ?? '';
    if (data.refusals.token && !(await tokens.isValid(token))) return data.refusals.token;
    this.revoked.push(token);
    await (revokes ? tokens.endAll() : tokens.end(token));
    return json(200, { revoked: true });
  }

  /** The simulated network renews access. */
  async #passRenewal(request: ServedRequest): Promise<WireResponse> {
    const { network, tokens, api, data, service } = this.#parts;
    const own = await data.renews?.(request, service());
    if (own) return own;
    const renewed = await network.pass(request.standsFor === api ? { ...request, standsFor: null } : request);
    const accessToken = textAt(renewed.body, 'access_token');
    const refreshToken = textAt(renewed.body, 'refresh_token');
    if (accessToken !== null) {
      this.renewals += 1;
      tokens.add(accessToken, true);
    }
    if (refreshToken !== null) tokens.add(refreshToken, false);
    return renewed;
  }

  async #exchange(form: URLSearchParams): Promise<WireResponse> {
    const { data, access, network, tokens, grantedTo } = this.#parts;
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const { pkce, challengeEncoding = 'base64url', scopeSeparator = ' ' } = access;
    const challenge = createHash('sha256').update(verifier).digest(challengeEncoding);
    const isRight =
      grant?.redirectUri === form.get('redirect_uri') && (!pkce || grant?.challenge === challenge);
    if (!isRight) return data.refusals.code;
    const { lifetimes, tokenFields = {} } = data;
    const { granted } = grantedTo();
    const accessToken = await tokens.give(lifetimes.access, true);
    const isRenewable = lifetimes.refresh !== null && grant?.renewable === true;
    const refreshToken = isRenewable ? await tokens.give(lifetimes.refresh, false) : null;
    const { networkUserId } = network.scene.account;
    const own = data.tokenAnswer?.({ accessToken, scopes: granted, networkUserId });
    if (own !== undefined) return json(200, own);
    return json(200, {
      token_type: 'bearer',
      expires_in: lifetimes.access,
      access_token: accessToken,
      scope: granted.join(scopeSeparator),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
      ...tokenFields,
    });
  }

  /** Whether a request proves that it comes from the app, in the way that the network demands. */
  #isApp({ headers }: ServedRequest, form: URLSearchParams): boolean {
    const { clientId, clientSecret } = this.#parts.grantedTo().app;
    const { secretIn, idParameter = 'client_id' } = this.#parts.access;
    if (clientSecret === null) return form.get(idParameter) === clientId;
    if (secretIn === 'body') {
      return form.get(idParameter) === clientId && form.get('client_secret') === clientSecret;
    }
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return headers['authorization'] === `Basic ${basic}`;
  }
}
