import { inSentence } from '../base/english.js';
import type { Account } from '../contract/accounts/accounts.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../contract/platforms.js';
import * as all from './access/all-access.js';
import type {
  AccessScope,
  AppAccess,
  NetworkAccess,
  PostFacts,
  RedirectRule,
  Refused,
} from './access/network-access.js';

export type { AccessScope, AppAccess, NoticeAccess, SourcedSentence } from './access/network-access.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const ACCESS: Readonly<Partial<Record<Platform, NetworkAccess>>> = all;

/** How accounts of a network are connected; null: real ones cannot be, only simulated ones. */
export function accessOf(platform: Platform): NetworkAccess | null {
  return ACCESS[platform] ?? null;
}

/** The app that a network demands; null: none. */
export function appOf(platform: Platform): AppAccess | null {
  return ACCESS[platform]?.app ?? null;
}

/** How soon a person must paste the address that the browser has ended on; empty: there is time. */
export function pasteHurry(platform: Platform): string {
  const seconds = appOf(platform)?.codeSeconds;
  if (seconds === undefined) return '';
  return `Be quick: ${PLATFORM_NAMES[platform]} accepts it for ${seconds} seconds.`;
}

/** The networks whose real accounts can be connected. */
export const CONNECTABLE: readonly Platform[] = PLATFORMS.filter((platform) => ACCESS[platform]);

/** `LinkedIn, X, or Facebook` */
export const CONNECTABLE_NAMES = inSentence(
  CONNECTABLE.map((platform) => PLATFORM_NAMES[platform]),
  'or',
);

/** The networks that demand an app. */
export const APP_PLATFORMS: readonly Platform[] = CONNECTABLE.filter((platform) => appOf(platform));

/** The review of an app as it was stated, or the most limited one. */
export function reviewOf({ reviews }: AppAccess, stated: string | null): string {
  return reviews.find(({ id }) => id === stated)?.id ?? reviews[0].id;
}

/** The permissions that an account's owner is asked for. @param stated the review of the app */
export function scopesOf(app: AppAccess, stated: string | null): readonly AccessScope[] {
  const review = reviewOf(app, stated);
  return app.scopes.filter(({ reviews }) => reviews === undefined || reviews.includes(review));
}

/** Where the network lets the browser of an app’s sign-in return to. @param stated the review of the app */
export function redirectRuleOf(app: AppAccess, stated: string | null): RedirectRule {
  const { redirect, redirectOf } = app;
  return redirectOf?.reviews.includes(reviewOf(app, stated)) ? redirectOf.rule : redirect;
}

/** When something happens to an account’s access: Postrider renews it, or it ends. */
interface AccessMoment {
  readonly is: 'renewed' | 'ends';
  /** ISO 8601. */
  readonly at: string;
}

/** What happens to an account’s access next; null: nothing, or it has ended already. */
export function accessMoment({
  platform,
  simulated,
  health: { status, expiresAt },
}: Pick<Account, 'platform' | 'simulated' | 'health'>): AccessMoment | null {
  if (expiresAt === null || status === 'reconnect_required' || status === 'disabled') return null;
  const aheadDays = appOf(platform)?.renewsAheadDays;
  // Once it is expiring, renewal has failed.
  if (simulated || status !== 'healthy' || aheadDays === undefined) return { is: 'ends', at: expiresAt };
  return { is: 'renewed', at: new Date(Date.parse(expiresAt) - aheadDays * DAY_MS).toISOString() };
}

/** Where the API is for an app. @param origin where it is for most @param stated the review of the app */
export function apiOriginOf(app: AppAccess, origin: string, stated: string | null): string {
  return app.sandbox?.reviews.includes(reviewOf(app, stated)) ? app.sandbox.origin : origin;
}

/**
 * What holds for every post of a real account, in sentences.
 *
 * @param stated the review of its app
 * @param isReachable whether networks can fetch files from the backend
 */
export function accountStanding(
  platform: Platform,
  stated: string | null,
  isReachable: boolean,
): readonly string[] {
  const sentences = standingOf(platform, stated).map(({ account }) => account);
  const unreachable = isReachable ? null : withoutAddress(platform);
  return unreachable === null ? sentences : [unreachable, ...sentences];
}

/** What accounts of a network cannot do on a backend that it cannot reach, in sentences; null: nothing. */
export function withoutAddress(platform: Platform): string | null {
  const fetches = appOf(platform)?.fetches;
  if (!fetches) return null;
  const name = PLATFORM_NAMES[platform];
  return `${name} cannot ${fetches.without} from this backend until it has a public https address, set with --public-url when it starts: ${name} fetches the files from it. ${fetches.stillWorks}`;
}

/** What holds for one post of a real account, to be read before it is published. */
interface PostStanding {
  readonly sentence: string;
  readonly limitsWhoSees: boolean;
}

/** @param stated the review of the account's app */
export function postStanding(
  platform: Platform,
  stated: string | null,
  facts: PostFacts,
): readonly PostStanding[] {
  return standingOf(platform, stated).flatMap(({ account, post, limitsWhoSees = false }) => {
    const sentence = post ? post(facts) : account;
    return sentence === null ? [] : [{ sentence, limitsWhoSees }];
  });
}

/** Why the network is sure to refuse a post of a real account. @param stated the review of the account's app */
export function postRefusals(
  platform: Platform,
  stated: string | null,
  facts: PostFacts,
): readonly Refused[] {
  return standingOf(platform, stated).flatMap(({ refuses }) => refuses?.(facts) ?? []);
}

/** What the network charges for one post of a real account, in US dollars. */
export function postPrice(platform: Platform, facts: PostFacts): number {
  const standing = appOf(platform)?.standing ?? [];
  return standing.reduce((sum, { price }) => sum + (price?.(facts) ?? 0), 0);
}

/** What the network charges for replies of a real account, in sentences; empty: they are free. */
export function replyPrices(platform: Platform): readonly string[] {
  return (appOf(platform)?.standing ?? []).flatMap(({ reply }) => reply ?? []);
}

function standingOf(platform: Platform, stated: string | null) {
  const app = appOf(platform);
  if (app === null) return [];
  const review = reviewOf(app, stated);
  return app.standing.filter(({ reviews }) => reviews === undefined || reviews.includes(review));
}
