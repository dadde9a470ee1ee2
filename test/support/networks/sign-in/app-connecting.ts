import { AppSignIn } from '../../../../src/backend/simulators/over-http/sign-in/app-sign-in.js';
import type { SignInData } from '../../../../src/backend/simulators/over-http/sign-in/sign-in-data.js';
import type { Account } from '../../../../src/contract/accounts/accounts.js';
import type { Connection } from '../../../../src/contract/accounts/connections.js';
import type { Problem } from '../../../../src/contract/errors.js';
import type { Platform } from '../../../../src/contract/platforms.js';
import { ManualClock } from '../../manual-clock.js';
import { BackendUnderTest } from '../../running-backend.js';

/** A live backend with an app at a simulated network, and a person who signs in there. Both have one clock. */
export class AppConnecting {
  readonly signIn: AppSignIn;
  readonly test: BackendUnderTest;
  readonly #platform: Platform;

  private constructor(signIn: AppSignIn, test: BackendUnderTest, platform: Platform) {
    this.signIn = signIn;
    this.test = test;
    this.#platform = platform;
  }

  /** @param more such as that the network cannot fetch files from the backend */
  static async start(
    data: SignInData,
    more: { readonly unreachable?: boolean } = {},
  ): Promise<AppConnecting> {
    const signIn = await AppSignIn.start(data);
    const test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', {
      live: true,
      demo: false,
      networkTesting: { allowLoopback: true, reroute: signIn.reroute, ...more },
    });
    signIn.network.now = () => test.clock.now();
    const { port } = test.backend;
    for (const host of ['127.0.0.1', 'localhost']) {
      signIn.app.redirects.push(`http://${host}:${port}/connect/callback`);
    }
    const connecting = new AppConnecting(signIn, test, data.platform);
    await connecting.setApp(data.review === undefined ? {} : { review: data.review });
    return connecting;
  }

  setApp(body: object = {}) {
    const { clientId, clientSecret } = this.signIn.app;
    return this.test.request('PUT', `/v1/apps/${this.#platform}`, {
      body: { clientId, clientSecret, ...body },
    });
  }

  async begin(body: object = {}): Promise<Connection> {
    return (await this.test.post<Connection>('/v1/connections', { platform: this.#platform, ...body })).body;
  }

  finish<Body = Connection>({ id }: Pick<Connection, 'id'>, body: object) {
    return this.test.post<Body>(`/v1/connections/${id}/finish`, body);
  }

  /** Begins, and comes back with access. */
  async allow<Body = Connection>(body: object = {}) {
    const begun = await this.begin(body);
    return this.finish<Body>(begun, { callbackUrl: this.signIn.allow(begun.authorizeUrl ?? '') });
  }

  /** Why the network’s answer to a sign-in is refused. @param change changes the address on which the browser ends */
  async refusal(change: (back: URL) => void = () => undefined): Promise<string> {
    const begun = await this.begin();
    const back = new URL(this.signIn.allow(begun.authorizeUrl ?? ''));
    change(back);
    return (await this.finish<Problem>(begun, { callbackUrl: back.href })).body.detail;
  }

  /** Connects, and chooses where there is a choice. */
  async connect(choices: readonly string[] = [], body: object = {}): Promise<Account> {
    const { body: allowed } = await this.allow(body);
    const { body: finished } =
      allowed.status === 'choosing' ? await this.finish(allowed, { choices }) : { body: allowed };
    if (finished.account === null) throw new Error(finished.problem ?? 'Not connected.');
    return finished.account;
  }

  async check({ id }: Account): Promise<Account['health']> {
    return (await this.test.post<Account>(`/v1/accounts/${id}/check`, {})).body.health;
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.signIn.close();
  }
}
