import { systemClock } from '../../../src/backend/base/clock.js';
import { AppSignIn } from '../../../src/backend/simulators/over-http/sign-in/app-sign-in.js';
import type { SignInData } from '../../../src/backend/simulators/over-http/sign-in/sign-in-data.js';
import { environmentApps } from '../../../src/cli/commands/server/app-variables.js';
import type { AccountPage } from '../../../src/contract/accounts/accounts.js';
import type { RedirectRule } from '../../../src/networks/access/network-access.js';
import { acceptedRedirects } from '../../../src/networks/access/redirects.js';
import { appVariable } from '../../../src/networks/access/variables.js';
import { appOf, redirectRuleOf } from '../../../src/networks/access.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import type { Visitor } from '../../support/visitor.js';
import { atTerminal, inPipe } from './terminal.js';

const ADDRESS_SHOWN = /^ {2}(http\S+)\r?\n/m;
/** The link of a page of the dashboard that leads to the network. */
const LINK_SHOWN = /<a class="button[^"]*" href="(http[^"]+)"/;

/** Where the network lets the browser return to. */
export function ruleOf({ platform, review }: SignInData): RedirectRule {
  const access = appOf(platform);
  if (access === null) throw new Error(`${platform} demands no app.`);
  return redirectRuleOf(access, review ?? null);
}

/** A network, and a backend whose environment names an app there. */
export class WaysIn {
  readonly signIn: AppSignIn;
  readonly test: BackendUnderTest<typeof systemClock>;
  readonly env: Readonly<Record<string, string>>;
  readonly #platform: SignInData['platform'];

  private constructor(signIn: AppSignIn, test: BackendUnderTest<typeof systemClock>) {
    this.signIn = signIn;
    this.test = test;
    this.#platform = signIn.network.scene.platform;
    this.env = {
      POSTRIDER_API_KEY: test.key,
      POSTRIDER_BASE_URL: `http://127.0.0.1:${test.backend.port}`,
    };
  }

  static async start(data: SignInData, publicUrl?: string): Promise<WaysIn> {
    const { platform, review } = data;
    const signIn = await AppSignIn.start(data);
    const { clientId, clientSecret } = signIn.app;
    const apps = environmentApps({
      [appVariable(platform, 'CLIENT_ID')]: clientId,
      [appVariable(platform, 'CLIENT_SECRET')]: clientSecret ?? '',
      ...(review !== undefined && { [appVariable(platform, 'REVIEW')]: review }),
    });
    const test = await BackendUnderTest.startOn(systemClock, ':memory:', {
      ...{ live: true, demo: false, apps, adminPassword: 'a long password of the test' },
      ...(publicUrl !== undefined && { publicUrl }),
      networkTesting: { allowLoopback: true, reroute: signIn.reroute },
    });
    const ways = new WaysIn(signIn, test);
    const accepted = acceptedRedirects(ruleOf(data), test.backend.url);
    signIn.app.redirects.push(...accepted.map(({ url }) => url));
    return ways;
  }

  /** The names of the accounts that are connected. */
  async accounts(): Promise<string[]> {
    return (await this.#listed()).map(({ displayName }) => displayName);
  }

  async disconnect(): Promise<void> {
    for (const { id } of await this.#listed()) await this.test.request('DELETE', `/v1/accounts/${id}`);
  }

  async #listed(): Promise<AccountPage['data']> {
    return (await this.test.get<AccountPage>('/v1/accounts')).body.data;
  }

  /** The command that connects; from a choice it takes the account of the network. */
  #command(more: readonly string[]): string[] {
    const { networkUserId } = this.signIn.network.scene.account;
    return ['accounts', 'connect', this.#platform, '--choose', networkUserId, ...more];
  }

  /** Connects in a terminal, beside a browser that opens the address and follows the network back. */
  async listening(...more: string[]) {
    let back = '';
    let page: Promise<string> | null = null;
    const ended = await inPipe(this.#command(more), this.env, '', {
      onShown: (shown) => {
        const address = ADDRESS_SHOWN.exec(shown)?.[1];
        if (address === undefined || page !== null) return;
        back = this.signIn.allow(address);
        page = fetch(back).then((answer) => answer.text());
      },
    });
    return { ...ended, back, page: await (page ?? '') };
  }

  /** Connects in a terminal, where a person pastes the address that the browser ends on. */
  async pasting(...more: string[]) {
    let back = '';
    const ended = await atTerminal(this.#command(more), {
      env: this.env,
      columns: 400,
      onShown: (shown, type) => {
        const address = ADDRESS_SHOWN.exec(shown)?.[1];
        if (address !== undefined && back === '' && shown.includes('Address: ')) {
          back = this.signIn.allow(address);
          type(back);
        }
        // It has no default board then.
        if (shown.endsWith('for none: ')) type('');
      },
    });
    return { ...ended, back };
  }

  /** Begins in the dashboard. @returns the page of the sign-in, and where the network sends the browser */
  async beginning(person: Visitor, method: 'browser' | 'paste') {
    const begun = await person.send(`/channels/connect/${this.#platform}`, { method });
    const path = begun.headers.get('location') ?? '';
    if (path === '') return { begun, path, back: '' };
    const link = LINK_SHOWN.exec((await person.open(path)).html)?.[1] ?? '';
    return { begun, path, back: this.signIn.allow(link.replaceAll('&amp;', '&')) };
  }

  /** Chooses in the dashboard, if it asks. @param answer of what has finished the sign-in */
  async choosing(person: Visitor, { headers }: Pick<Response, 'headers'>): Promise<void> {
    const path = headers.get('location') ?? '';
    if (!path.startsWith('/channels/connections/')) return;
    const choice = this.signIn.network.scene.account.networkUserId;
    await person.send(path, { choosing: 'yes', choice });
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.signIn.close();
  }
}
