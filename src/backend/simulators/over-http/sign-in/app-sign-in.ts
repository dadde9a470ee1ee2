import { type AccessScope, type AppAccess, appOf, scopesOf } from '../../../../networks/access.js';
import { NETWORKS } from '../../../networks/registry.js';
import type { WireResponse } from '../../../networks/wire.js';
import { ServedNetwork, type ServedRequest } from '../served-network.js';
import { UPLOAD_PLACES } from '../upload-places.js';
import { consentPage, refusedPage } from './consent-page.js';
import { GivenTokens } from './given-tokens.js';
import type { RegisteredApp, SignInData, SignInService } from './sign-in-data.js';
import { TokenEndpoint } from './token-endpoint.js';

/** How a sign-in is set up. */
interface AppSignInOptions {
  /** Answers before everything else, such as a web page of the network; null: it is not asked this. */
  readonly pages?: (request: ServedRequest) => Promise<WireResponse | null>;
  /** Further origins that the network serves. */
  readonly origins?: readonly string[];
  /** The network believes whatever review the app’s sign-in asks for. Default: it knows one review of the app. */
  readonly anyReview?: boolean;
}

/**
 * A simulated network over HTTP, at which a registered app signs its one account in: with a consent page, an address for
 * tokens and one that ends access. It checks what the network would check.
 */
export class AppSignIn {
  readonly network: ServedNetwork;
  readonly access: AppAccess;
  /** Where a backend finds each origin of the network. */
  readonly reroute: Readonly<Record<string, string>>;
  /** The app that the network knows. */
  app: RegisteredApp = { clientId: 'client-of-the-test', clientSecret: 'secret-of-the-test', redirects: [] };
  /** Permissions that the person leaves out. */
  withheld: readonly string[] = [];
  readonly #data: SignInData;
  readonly #options: AppSignInOptions;
  readonly #tokens: GivenTokens;
  readonly #endpoint: TokenEndpoint;
  #review: string | null;

  private constructor(
    network: ServedNetwork,
    data: SignInData,
    access: AppAccess,
    reroute: Readonly<Record<string, string>>,
    options: AppSignInOptions,
  ) {
    this.network = network;
    this.#data = data;
    this.#options = options;
    this.#review = data.review ?? null;
    this.access = access;
    this.reroute = reroute;
    const tokens = new GivenTokens(network);
    this.#tokens = tokens;
    const api = this.#api;
    const service = () => this.#service;
    this.#endpoint = new TokenEndpoint({
      network,
      access,
      data,
      tokens,
      api,
      service,
      grantedTo: () => this,
    });
  }

  static async start(data: SignInData, options: AppSignInOptions = {}): Promise<AppSignIn> {
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
    const others = [...uploads, ...(data.origins ?? []), ...(options.origins ?? [])];
    for (const origin of [...addresses.map((url) => new URL(url).origin), ...others]) {
      reroute[origin] ??= await network.standFor(origin);
    }
    const signIn = new AppSignIn(network, data, access, reroute, options);
    return signIn;
  }

  /** The tokens that were revoked. */
  get revoked(): readonly string[] {
    return this.#endpoint.revoked;
  }

  /** How often access was renewed. */
  get renewals(): number {
    return this.#endpoint.renewals;
  }

  /** What a browser does when a person allows access: the address that it is sent back to. */
  allow(authorizeUrl: string): string {
    const { searchParams } = new URL(authorizeUrl);
    const why = this.#objection(searchParams);
    if (why !== null) throw new Error(why);
    return this.#back(searchParams, { code: this.#endpoint.codeFor(searchParams) });
  }

  /** The person denies access. */
  deny(authorizeUrl: string): string {
    const [error = 'access_denied'] = this.access.deniedAs ?? [];
    return this.#back(new URL(authorizeUrl).searchParams, { error, ...this.#data.denied });
  }

  /** Another program of the account's owner signs in. @returns its access token */
  giveAccess(): Promise<string> {
    return this.#tokens.give(this.#data.lifetimes.access, true);
  }

  /** The access tokens so far no longer work; refresh tokens do. */
  expireAccess(): Promise<void> {
    return this.#tokens.endAccessTokens();
  }

  /** The person has ended the app's access in the settings of the network. */
  endAccess(): Promise<void> {
    return this.#tokens.endAll();
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
    const { idParameter = 'client_id', pkce } = this.access;
    if (query.get(idParameter) !== this.app.clientId) return 'There is no such app.';
    if (!this.app.redirects.includes(query.get('redirect_uri') ?? ''))
      return 'This redirect is not registered.';
    const asked = query.get('scope') ?? '';
    if (this.#options.anyReview === true) this.#believe(asked);
    if (query.get('response_type') !== 'code' || asked !== this.#written(this.#scopes))
      return 'The request is wrong.';
    if (pkce && (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')))
      return 'PKCE is missing.';
    return null;
  }

  /** Takes the app as reviewed as far as its permissions say. */
  #believe(asked: string): void {
    const known = this.access.reviews.find(({ id }) => this.#written(scopesOf(this.access, id)) === asked);
    if (known === undefined) return;
    this.#review = known.id;
    const networkUserId = this.#data.accountsByReview?.[known.id];
    if (networkUserId !== undefined) this.network.scene.actAs(networkUserId);
  }

  #written(scopes: readonly AccessScope[]): string {
    return scopes.map(({ name }) => name).join(this.access.scopeSeparator ?? ' ');
  }

  async #answer(asked: ServedRequest): Promise<WireResponse | null> {
    const page = (await this.#options.pages?.(asked)) ?? null;
    if (page !== null) return page;
    const isSandbox = asked.standsFor !== null && asked.standsFor === this.access.sandbox?.origin;
    const request = isSandbox ? { ...asked, standsFor: null } : asked;
    const address = `${request.standsFor ?? this.#api}${request.url.pathname}`;
    if (address === this.access.authorizeUrl) return this.#consent(request);
    if (address === this.access.tokenUrl) return this.#endpoint.answer(request);
    if (address === this.access.revokeUrl) return this.#endpoint.revoke(request);
    const lasting = await this.#endpoint.answerLasting(request);
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
    const give: SignInService['give'] = async (seconds, to) => {
      if (to !== undefined) this.network.scene.addAccount(to);
      return this.#tokens.give(seconds, true, to?.networkUserId);
    };
    const endAccess = () => this.endAccess();
    return { app, withheld, endAccess, account: this.network.scene.account, scopes: this.#scopes, give };
  }

  get #scopes(): readonly AccessScope[] {
    return scopesOf(this.access, this.#review);
  }

  get #api(): string {
    const { api } = NETWORKS[this.#data.platform].hosts;
    return api;
  }

  /** The page on which a person allows or denies access. */
  async #consent({ method, url, body }: ServedRequest): Promise<WireResponse> {
    const { platform, letsLeaveOut = false } = this.#data;
    const why = this.#objection(url.searchParams);
    if (why !== null) return refusedPage(platform, why);
    const scopes = this.#scopes;
    if (method === 'GET') {
      const { withheld, app } = this;
      const returnsTo = url.searchParams.get('redirect_uri') ?? '';
      const { account } = this.network.scene;
      return consentPage({ platform, account, app, scopes, withheld, letsLeaveOut, returnsTo });
    }
    const form = new URLSearchParams(body.toString('utf8'));
    const isDenied = form.get('do') === 'deny';
    if (letsLeaveOut && !isDenied) {
      const ticked = form.getAll('scope');
      this.withheld = scopes.map(({ name }) => name).filter((name) => !ticked.includes(name));
    }
    const location = isDenied ? this.deny(url.href) : this.allow(url.href);
    return { status: 303, headers: { location }, body: '' };
  }
}
