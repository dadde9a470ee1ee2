import type { Page } from 'playwright-core';
import { type Clock, systemClock } from '../../../src/backend/base/clock.js';
import { listAt } from '../../../src/backend/networks/requests/json-answer.js';
import { AppSignIn } from '../../../src/backend/simulators/over-http/sign-in/app-sign-in.js';
import type { SignInData } from '../../../src/backend/simulators/over-http/sign-in/sign-in-data.js';
import type { RedirectRule } from '../../../src/networks/access/network-access.js';
import { acceptedRedirects } from '../../../src/networks/access/redirects.js';
import { appOf, redirectRuleOf } from '../../../src/networks/access.js';
import { RULES } from '../../../src/networks/rules.js';
import { inPipe } from '../../cli/support/terminal.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { mediaFile, type SeenThings, type WalkPost } from './walk-post.js';

export interface Walk {
  readonly signIn: SignInData;
  readonly posts: readonly WalkPost[];
  /** Answers the choice among several accounts; absent: the sign-in offers one. */
  readonly choose?: { readonly inPage: (page: Page) => Promise<void>; readonly inTerminal: string };
  /** The default board, chosen while connecting; absent: the network has none. */
  readonly board?: string;
  /** Whether the network renews access; it is then tried. */
  readonly renews: boolean;
  /** A public address of the backend, where the network demands one. */
  readonly publicUrl?: string;
  /** What the network sends when somebody has commented on a post; absent: it announces nothing. */
  readonly announces?: (comment: WalkComment) => unknown;
}

/** A comment at the network, and the account and post that it belongs to. */
interface WalkComment {
  readonly accountId: string;
  readonly postId: string;
  readonly commentId: string;
}

/** Where the network lets the browser return to. */
export function redirectRule({ platform, review }: SignInData): RedirectRule {
  const access = appOf(platform);
  if (access === null) throw new Error(`${platform} demands no app.`);
  return redirectRuleOf(access, review ?? null);
}

/** The longest that a walk may last, in milliseconds. */
const LONGEST_MS = 10 * 60_000;

const DAY_SECONDS = 24 * 3600;

/** Access that renews itself, so near its end that it is renewed as soon as the network allows it. */
function endingSoon(data: SignInData): SignInData {
  const { longLived } = data;
  return longLived ? { ...data, longLived: { ...longLived, lifetime: 9 * DAY_SECONDS } } : data;
}

/** Milliseconds between two looks for comments, so that the requests of a day last for the walk. */
function looksEvery({ platform }: SignInData): number {
  const budget = RULES[platform].inbox?.polled?.budget;
  const requests = budget?.units === 'requests' ? budget.unitsPerDay.value : Number.POSITIVE_INFINITY;
  return Math.max(1000, Math.ceil(LONGEST_MS / requests));
}

/** A simulated network, and a backend that reaches it. */
export class Place {
  readonly signIn: AppSignIn;
  readonly test: BackendUnderTest<Clock>;

  readonly #renewsItself: boolean;

  private constructor(signIn: AppSignIn, test: BackendUnderTest<Clock>, { longLived }: SignInData) {
    this.signIn = signIn;
    this.test = test;
    this.#renewsItself = longLived !== undefined;
  }

  static async start({ signIn: data, publicUrl, renews }: Walk): Promise<Place> {
    const signIn = await AppSignIn.start(renews ? endingSoon(data) : data);
    const test = await BackendUnderTest.startOn(systemClock, ':memory:', {
      live: true,
      demo: false,
      networkTesting: {
        allowLoopback: true,
        reroute: signIn.reroute,
        settleDelay: 0,
        lateLooks: [],
        looksEvery: looksEvery(data),
      },
      ...(publicUrl !== undefined && { publicUrl }),
    });
    signIn.app.redirects.push(
      ...acceptedRedirects(redirectRule(data), test.backend.url).map(({ url }) => url),
    );
    return new Place(signIn, test, data);
  }

  /** The environment of a terminal. */
  get env(): Record<string, string> {
    return {
      POSTRIDER_API_KEY: this.test.key,
      POSTRIDER_BASE_URL: `http://127.0.0.1:${this.test.backend.port}`,
    };
  }

  /** Access has to be renewed, and can be: it has expired, or is more than a day old where it renews itself. */
  async wearAccess(): Promise<void> {
    const { signIn } = this;
    if (!this.#renewsItself) return signIn.expireAccess();
    const { now } = signIn.network;
    signIn.network.now = () => now() + 1.1 * DAY_SECONDS * 1000;
  }

  /** What the network has. */
  async seen(): Promise<SeenThings> {
    const { memory, account } = this.signIn.network.scene;
    const drafts = await memory.uploadById(`drafts/${account.networkUserId}`);
    return {
      posts: memory.posts.map(({ text, link, media = [] }) => ({
        text,
        kinds: media.map(({ contentType }) => (contentType.startsWith('video/') ? 'video' : 'image')),
        link,
        hasCover: media.some(({ cover }) => cover !== undefined),
      })),
      comments: memory.comments.map(({ text }) => text),
      drafts: listAt(drafts?.state, 'times').length,
    };
  }

  /** Uploads the cover of a post. @returns its storage key; null: the post has none */
  async uploadedCover({ cover }: WalkPost): Promise<string | null> {
    if (cover === undefined) return null;
    const { stdout } = await inPipe(['media', 'upload', mediaFile(cover), '--quiet'], this.env);
    return stdout.trim();
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.signIn.close();
  }
}
