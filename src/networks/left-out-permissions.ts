import { inSentence } from '../base/english.js';
import { PLATFORM_NAMES, type Platform } from '../contract/platforms.js';
import type { AccessScope, Readable } from './access/network-access.js';
import { appOf } from './access.js';

/** `video.list (to show how often videos were watched)` */
export function scopeWords(scopes: readonly AccessScope[]): string {
  return inSentence(
    scopes.map((scope) => `${scope.name} (to ${scope.for})`),
    'and',
  );
}

/** Optional permissions that an account was connected without, as the network said; empty: none, or it did not say. */
export type LeftOut = readonly string[];

/** What an account lacks, and what to do, in sentences; null: it was granted every permission. */
export function leftOutSentence(platform: Platform, leftOut: LeftOut): string | null {
  const scopes = leftOutOf(platform, leftOut);
  if (scopes.length === 0) return null;
  const name = PLATFORM_NAMES[platform];
  const it = scopes.length === 1 ? 'it' : 'them';
  return `${name} did not grant ${scopeWords(scopes)}: connect the account again to allow ${it}. If ${name} does not ask for ${it}, your app lacks ${it}.`;
}

/** What cannot be read of an account. */
export function unreadableOf(platform: Platform, leftOut: LeftOut): readonly Readable[] {
  return leftOutOf(platform, leftOut).flatMap(({ opens }) => opens ?? []);
}

function leftOutOf(platform: Platform, leftOut: LeftOut): readonly AccessScope[] {
  return appOf(platform)?.scopes.filter(({ name }) => leftOut.includes(name)) ?? [];
}
