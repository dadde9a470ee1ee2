import { inSentence } from '../base/english.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../contract/platforms.js';
import { inboxOf } from './capabilities.js';
import type { NetworkRules, OptionRules } from './network-rules.js';
import { RULES } from './rules.js';

const whose = (has: (rules: NetworkRules) => boolean): Platform[] =>
  PLATFORMS.filter((platform) => has(RULES[platform]));

/** The networks that refuse a post without the option. */
export const networksRequiring = (option: keyof OptionRules): Platform[] =>
  whose(({ options }) => options[option]?.required.value === true);

/** The networks on which a post can continue as a thread. */
export const networksWithThreads = (): Platform[] => whose(({ thread }) => thread !== undefined);

/** The networks whose comments and messages Postrider reads: for real accounts, or for simulated ones. */
export const networksWithInbox = (simulated: boolean): Platform[] =>
  PLATFORMS.filter((platform) => inboxOf(platform, simulated) !== null);

/** `Instagram and Facebook`. */
export function namesOfNetworks(platforms: readonly Platform[], joint: 'and' | 'or'): string {
  return inSentence(
    platforms.map((platform) => PLATFORM_NAMES[platform]),
    joint,
  );
}
