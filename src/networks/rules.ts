import { PLATFORMS, type Platform } from '../contract/platforms.js';
import type { Figure } from './figure.js';
import type { NetworkRules } from './network-rules.js';
import * as all from './rules/all-rules.js';
import { SHARED_SOURCES, type Source, type Sources } from './sources.js';

export type { NetworkRules } from './network-rules.js';

/** The posting rules of every network, as checked on 2026-11-20. */
export const RULES: Readonly<Record<Platform, NetworkRules>> = all;

/** Every source that a figure cites. */
export const SOURCES: Sources = Object.assign(
  { ...SHARED_SOURCES },
  ...PLATFORMS.map((platform) => RULES[platform].sources),
);

/** Where a figure comes from. */
export function sourceOf({ source }: Figure<unknown>): Source {
  const found = SOURCES[source];
  if (!found) throw new Error(`Unknown source "${source}".`);
  return found;
}
