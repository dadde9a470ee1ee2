import type { Platform } from '../contract/platforms.js';
import type { Privacy } from '../contract/posts/content.js';
import type { TargetContent } from './content.js';
import { RULES } from './rules.js';

/** The warning about another standing of an account, such as the price of a post. */
export const ACCOUNT_STANDING = 'account_standing';

/** The warning that the standing of an account limits who can see a post. */
export const LIMITED_VISIBILITY = 'limited_visibility';

/** The codes of warnings about a price, or about who can see a post. */
export const STANDING_CODES: readonly string[] = [ACCOUNT_STANDING, LIMITED_VISIBILITY];

/** Whether a post becomes a draft in the network's app, where a person finishes it. */
export function isInboxDraft(platform: Platform, options: TargetContent['options']): boolean {
  const { inboxDraft } = RULES[platform];
  return inboxDraft !== undefined && options[inboxDraft.option] === inboxDraft.value;
}

/** The privacy that limits who can see a post; null: the post's own options do not limit it. */
export function limitingPrivacy({ privacy }: Pick<TargetContent, 'privacy'>): Privacy | null {
  return privacy === 'public' ? null : privacy;
}
