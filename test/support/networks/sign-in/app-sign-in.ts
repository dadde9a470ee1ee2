import { createHash, randomUUID } from 'node:crypto';
import { json } from '../../../../src/backend/networks/answers.js';
import { NETWORKS } from '../../../../src/backend/networks/registry.js';
import { textAt } from '../../../../src/backend/networks/requests/json-answer.js';
import type { WireResponse } from '../../../../src/backend/networks/wire.js';
import { accessNote, refreshNote } from '../../../../src/backend/simulators/shared/notes.js';
import type { SimulatedUpload } from '../../../../src/backend/simulators/simulator.js';
import { type AppAccess, appOf, scopesOf } from '../../../../src/networks/access.js';
import { ServedNetwork, type ServedRequest } from '../served-network.js';
import { UPLOAD_PLACES } from '../upload-places.js';
import type { RegisteredApp, SignInData, SignInService } from './sign-in-data.js';

interface Granted {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly renewable: boolean;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/**
 * A simulated network over HTTP, at which a registered app signs its one account in: with a consent page, an address for
 * tokens and one that ends access. It checks what the network would check.
 */
export class AppSignIn {
  readonly network: ServedNetwork;
  readonly access: AppAccess;
  /** Where a backend under test finds each origin of the network. */
  readonly reroute: Readonly<Record<string, string>>;
  /** The app that the network knows. */
  app: RegisteredApp = {
    clientId: 'client-of-the-test',
    clientSecret: 'secret-of-the-test',
    redirects: [],
  };
  /** Permissions that the person leaves out. */
  withheld: readonly string[] = [];
  /** The tokens that were revoked. */
  readonly revoked: string[] = [];
  /** How often access was renewed. */
  renewals = 0;
  readonly #data: SignInData;
  readonly #codes = new Map<string, Granted>();
  /** Access and refresh tokens, by the name under which the simulator keeps them. */
  readonly #given: { readonly note: string; readonly isAccess: boolean }[] = [];

  private constructor(
    network: ServedNetwork,
    data: SignInData,
    access: AppAccess,
    reroute: Readonly<Record<string, string>>,
  ) {
    this.network = network;
    this.#data = data;
    this.access = access;
    this.reroute = reroute;
  }

  static async start(data: SignInData): Promise<AppSignIn> {
    const access = appOf(data.platform);
    const { api } = NETWORKS[data.platform].hosts;
    if (access === null || api === 'account') throw new Error(`${data.platform} demands no app.`);
    const network = await ServedNetwork.start(
      data.platform,
      (request) => signIn.#answer(request),
      data.networkUserId,
    );
    const reroute: Record<string, string> = { [api]: network.origin };
    const sandbox = access.sandbox?.origin ?? api;
    const addresses = [access.authorizeUrl, access.tokenUrl, access.revokeUrl ?? api, sandbox];
    const uploads = UPLOAD_PLACES[data.platform]?.origins ?? [];
    const others = [...uploads, ...(data.origins ?? [])];
    for (const origin of [...addresses.map((url) => new URL(url).origin), ...others]) {
      reroute[origin] ??= await network.standFor(origin);
    }
    const signIn = new AppSignIn(network, data, access, reroute);
    return signIn;
  }

  /** What a browser does when a person allows access: the address that it is sent back to. */
  allow(authorizeUrl: string): string {
    const { searchParams } = new URL(authorizeUrl);
    const why = this.#objection(searchParams);
    if (why !== null) throw new Error(why);
    const code = `code-${randomUUID()}`;
    const redirectUri = searchParams.get('redirect_uri') ?? '';
    const conditions = Object.entries(this.#data.renewableWith ?? {});
    this.#codes.set(code, {
      redirectUri,
      challenge: searchParams.get('code_challenge') ?? '',
      renewable: conditions.every(([name, value]) => searchParams.get(name) === value),
    });
    return this.#back(searchParams, { code });
  }

  /** The person denies access. */
  deny(authorizeUrl: string): string {
    const [error = 'access_denied'] = this.access.deniedAs ?? [];
    return this.#back(new URL(authorizeUrl).searchParams, { error, ...this.#data.denied });
  }

  /** Another program of the account's owner signs in. @returns its access token */
  giveAccess(): Promise<string> {
    return this.#give(this.#data.lifetimes.access, true);
  }

  /** The access tokens so far no longer work; refresh tokens do. */
  expireAccess(): Promise<void> {
    return this.#end(({ isAccess }) => isAccess);
  }

  /** The person has ended the app's access in the settings of the network. */
  endAccess(): Promise<void> {
    return this.#end(() => true);
  }

  close(): Promise<void> {
    return this.network.close();
  }

  /** The permissions that the person grants. */
  get granted(): readonly string[] {
    return this.#scopes.flatMap(({ name }) => (this.withheld.includes(name) ? [] : [name]));
  }

  #back(searchParams: URLSearchParams, answer: Readonly<Record<string, string>>): string {
    const url = new URL(searchParams.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries({ ...answer, state: searchParams.get('state') ?? '' })) {
      url.searchParams.set(name, value);
    }
    return `${url.href}${this.#data.fragment ?? ''}`;
  }

  /** Why the network shows an error of its own instead of asking the person. */
  #objection(query: URLSearchParams): string | null {
    const { idParameter = 'client_id', pkce, scopeSeparator = ' ' } = this.access;
    const asked = this.#scopes.map(({ name }) => name).join(scopeSeparator);
    if (query.get(idParameter) !== this.app.clientId) return 'There is no such app.';
    if (!this.app.redirects.includes(query.get('redirect_uri') ?? ''))
      return 'This redirect is not registered.';
    if (query.get('response_type') !== 'code' || query.get('scope') !== asked) return 'The request is wrong.';
    if (pkce && (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')))
      return 'PKCE is missing.';
    return null;
  }

  async #answer(asked: ServedRequest): Promise<WireResponse | null> {
    const isSandbox = asked.standsFor !== null && asked.standsFor === this.access.sandbox?.origin;
    const request = isSandbox ? { ...asked, standsFor: null } : asked;
    const address = `${request.standsFor ?? this.#api}${request.url.pathname}`;
    if (address === this.access.authorizeUrl) return this.#consent(request);
    if (address === this.access.tokenUrl) return this.#token(request);
    if (address === this.access.revokeUrl) return this.#revoke(request);
    const lasting = await this.#lasting(request);
    if (lasting !== null) return lasting;
    const first = (await this.#data.first?.(asked, this.#service)) ?? null;
    const { absolutePath } = UPLOAD_PLACES[this.#data.platform] ?? {};
    const isAbsolute = absolutePath !== undefined && request.url.pathname.startsWith(absolutePath);
    if (first !== null) return first;
    if (request.standsFor !== null || !isAbsolute) return isSandbox ? this.network.pass(request) : null;
    return this.network.pass({ ...request, standsFor: this.#api });
  }

  get #service(): SignInService {
    const { app, withheld } = this;
    const give = (seconds: number | null) => this.#give(seconds, true);
    const endAccess = () => this.endAccess();
    return { app, withheld, endAccess, account: this.network.scene.account, scopes: this.#scopes, give };
  }

  get #scopes() {
    return scopesOf(this.access, this.#data.review ?? null);
  }

  get #api(): string {
    const { api } = NETWORKS[this.#data.platform].hosts;
    return api;
  }

  /** The page on which a person allows or denies access. */
  #consent({ method, url, body }: ServedRequest): WireResponse {
    const why = this.#objection(url.searchParams);
    if (why !== null)
      return { status: 400, headers: HTML, body: `<h1>Something went wrong</h1><p>${why}</p>` };
    if (method === 'GET') {
      const buttons = ['Authorize', 'Deny'].map(
        (name) => `<button name="do" value="${name}">${name}</button>`,
      );
      const page = `<form method="post"><h1>Allow Postrider?</h1>${buttons.join('')}</form>`;
      return { status: 200, headers: HTML, body: page };
    }
    const isDenied = new URLSearchParams(body.toString('utf8')).get('do') === 'Deny';
    const location = isDenied ? this.deny(url.href) : this.allow(url.href);
    return { status: 303, headers: { location }, body: '' };
  }

  async #token(request: ServedRequest): Promise<WireResponse> {
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (!this.#isApp(request, form)) return this.#data.refusals.app;
    if (form.get('grant_type') === 'authorization_code') return this.#exchange(form);
    const { exchanges } = this.#data;
    if (exchanges !== undefined && form.get('grant_type') === exchanges.grantType) {
      const { seconds } = exchanges;
      const accessToken = await this.#give(seconds, true);
      return json(200, { access_token: accessToken, token_type: 'bearer', expires_in: seconds });
    }
    return this.#passRenewal(request);
  }

  /** The simulated network renews access. */
  async #passRenewal(request: ServedRequest): Promise<WireResponse> {
    const own = await this.#data.renews?.(request, this.#service);
    if (own) return own;
    const renewed = await this.network.pass(
      request.standsFor === this.#api ? { ...request, standsFor: null } : request,
    );
    const accessToken = textAt(renewed.body, 'access_token');
    const refreshToken = textAt(renewed.body, 'refresh_token');
    if (accessToken !== null) {
      this.renewals += 1;
      this.#given.push({ note: accessNote(accessToken), isAccess: true });
    }
    if (refreshToken !== null) this.#given.push({ note: refreshNote(refreshToken), isAccess: false });
    return renewed;
  }

  async #exchange(form: URLSearchParams): Promise<WireResponse> {
    const code = form.get('code') ?? '';
    const granted = this.#codes.get(code);
    this.#codes.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const { pkce, challengeEncoding = 'base64url', scopeSeparator = ' ' } = this.access;
    const challenge = createHash('sha256').update(verifier).digest(challengeEncoding);
    const isRight =
      granted?.redirectUri === form.get('redirect_uri') && (!pkce || granted?.challenge === challenge);
    if (!isRight) return this.#data.refusals.code;
    const { lifetimes, tokenFields = {} } = this.#data;
    const accessToken = await this.#give(lifetimes.access, true);
    const isRenewable = lifetimes.refresh !== null && granted?.renewable === true;
    const refreshToken = isRenewable ? await this.#give(lifetimes.refresh, false) : null;
    const { networkUserId } = this.network.scene.account;
    const own = this.#data.tokenAnswer?.({ accessToken, scopes: this.granted, networkUserId });
    if (own !== undefined) return json(200, own);
    return json(200, {
      token_type: 'bearer',
      expires_in: lifetimes.access,
      access_token: accessToken,
      scope: this.granted.join(scopeSeparator),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
      ...tokenFields,
    });
  }

  /** Exchanges an access token for one that lasts, or renews that; null: the request wants something else. */
  async #lasting(request: ServedRequest): Promise<WireResponse | null> {
    const { longLived, refusals } = this.#data;
    const { pathname, searchParams } = request.url;
    if (!longLived || request.standsFor !== null) return null;
    if (pathname === longLived.renewPath) return this.#passRenewal(request);
    if (pathname !== longLived.exchangePath) return null;
    const isGiven = this.#given.some(
      ({ note }) => note === accessNote(searchParams.get('access_token') ?? ''),
    );
    if (!isGiven || searchParams.get('grant_type') !== longLived.grant) return refusals.code;
    if (searchParams.get('client_secret') !== this.app.clientSecret) return refusals.app;
    const accessToken = await this.#give(longLived.lifetime, true);
    return json(200, { access_token: accessToken, token_type: 'bearer', expires_in: longLived.lifetime });
  }

  async #revoke(request: ServedRequest): Promise<WireResponse> {
    const form = new URLSearchParams(request.body.toString('utf8'));
    const { revokes } = this.access;
    const { refusals } = this.#data;
    if (revokes?.provesApp !== false && !this.#isApp(request, form)) return refusals.app;
    const token = form.get('token') ?? '';
    const notes = [accessNote(token), refreshNote(token)];
    const known = await Promise.all(notes.map((note) => this.network.scene.memory.uploadById(note)));
    const isValid = known.some((note) => Number(note?.state['expiresAt'] ?? 0) > this.network.now());
    if (refusals.token && !isValid) return refusals.token;
    this.revoked.push(token);
    if (revokes) await this.endAccess();
    else await this.#put(notes, 0);
    return json(200, { revoked: true });
  }

  /** Whether a request proves that it comes from the app, in the way that the network demands. */
  #isApp({ headers }: ServedRequest, form: URLSearchParams): boolean {
    const { clientId, clientSecret } = this.app;
    const { secretIn, idParameter = 'client_id' } = this.access;
    if (clientSecret === null) return form.get(idParameter) === clientId;
    if (secretIn === 'body') {
      return form.get(idParameter) === clientId && form.get('client_secret') === clientSecret;
    }
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return headers['authorization'] === `Basic ${basic}`;
  }

  async #give(seconds: number | null, isAccess: boolean): Promise<string> {
    const token = `${isAccess ? 'access' : 'refresh'}-${randomUUID()}`;
    const note = isAccess ? accessNote(token) : refreshNote(token);
    this.#given.push({ note, isAccess });
    await this.#put([note], seconds === null ? Number.MAX_SAFE_INTEGER : this.network.now() + seconds * 1000);
    return token;
  }

  #end(which: (given: { readonly isAccess: boolean }) => boolean): Promise<void> {
    return this.#put(
      this.#given.filter(which).map(({ note }) => note),
      0,
    );
  }

  async #put(notes: readonly string[], expiresAt: number): Promise<void> {
    const { scene, now } = this.network;
    const uploads = notes.map(
      (uploadId): SimulatedUpload => ({
        uploadId,
        networkUserId: scene.account.networkUserId,
        state: { expiresAt },
        createdAt: now(),
      }),
    );
    await scene.memory.putUploads(...uploads);
  }
}
