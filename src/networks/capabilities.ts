import type { AccountCapabilities, AccountLimits } from '../contract/accounts/accounts.js';
import type { Platform } from '../contract/platforms.js';
import { POST_TYPES } from '../contract/posts/content.js';
import { boardName, type OwnBoards } from './boards.js';
import type { InboxRules } from './inbox-rules.js';
import type { OptionRules } from './network-rules.js';
import { type OwnLimits, rulesOf } from './own-limits.js';
import { allowedValues } from './preflight/options.js';
import { valuesOfRareOption } from './rare-options.js';
import { RULES } from './rules.js';

const OPTION_NAMES = [
  'title',
  'privacy',
  'madeForKids',
  'boardId',
  'cover',
  'link',
] as const satisfies (keyof OptionRules)[];

/**
 * The rules of an account's inbox; null: it has none.
 *
 * @param networkUserId absent: of an account that has one, if any account of the network does
 */
export function inboxOf(
  platform: Platform,
  simulated: boolean,
  networkUserId: string | null = null,
): InboxRules | null {
  const { inbox } = RULES[platform];
  if (!inbox || (simulated && inbox.polled && !inbox.polled.simulationAnnounces)) return null;
  const isOther = inbox.only && networkUserId !== null && !networkUserId.startsWith(inbox.only.idPrefix);
  return isOther ? null : inbox;
}

/** Why a real account has no inbox, in a sentence; null: it has one. @param networkUserId as for `inboxOf` */
export function whyNoInbox(platform: Platform, networkUserId: string | null = null): string | null {
  if (inboxOf(platform, false, networkUserId) !== null) return null;
  const { inbox, noInbox } = RULES[platform];
  return inbox?.only?.others ?? noInbox?.value ?? null;
}

/**
 * What an account of a network can do, and the options of its posts.
 *
 * @param networkUserId as for `inboxOf`
 * @param boards null: none are known
 */
export function capabilitiesOf(
  platform: Platform,
  simulated: boolean,
  networkUserId: string | null = null,
  boards: OwnBoards | null = null,
): AccountCapabilities {
  const { forms, options, thread, firstComment, disclosures, rareOptions } = RULES[platform];
  const inbox = inboxOf(platform, simulated, networkUserId);
  const free = { required: false, values: null };
  const offered = OPTION_NAMES.flatMap((name) => {
    const rule = options[name];
    if (!rule) return [];
    const known = name === 'boardId' ? boards : null;
    const values = known
      ? known.list.map((board) => boardName(board, known.list))
      : allowedValues(options, name);
    return [[name, { required: rule.required.value && !known?.defaultId, values }] as const];
  });
  return {
    postTypes: POST_TYPES.filter((type) => forms[type]),
    mediaRequired: forms.feed.mediaRequired.value,
    options: {
      ...Object.fromEntries(offered),
      ...(thread && { thread: free }),
      ...(firstComment && { firstComment: free }),
      ...(Object.keys(disclosures).length > 0 && {
        disclosure: { required: false, values: Object.keys(disclosures) },
      }),
      ...Object.fromEntries(
        Object.entries(rareOptions).map(([name, option]) => [
          name,
          { required: false, values: valuesOfRareOption(option) },
        ]),
      ),
    },
    comments: inbox !== null,
    messages: inbox?.messages !== undefined,
  };
}

/** What a usual post of the network can have: "an image", "a video" or "an image or video". */
export function mediaWordsOf(platform: Platform): string {
  const { images, videos } = RULES[platform].forms.feed;
  if (images && videos) return 'an image or video';
  return videos ? 'a video' : 'an image';
}

/** The text limit of an account's posts, in its network's unit. */
export function textLimitOf(
  platform: Platform,
  { premium = false, own = null }: { readonly premium?: boolean; readonly own?: OwnLimits | null } = {},
): AccountLimits['text'] {
  const { max, premiumMax, unit } = rulesOf(platform, own).text;
  return { max: (premium && premiumMax ? premiumMax : max).value, unit };
}

/** How many posts an account can publish in 24 hours; null: no limit is known. */
export function dailyPostLimitOf(platform: Platform): number | null {
  return RULES[platform].postsPerDay.value;
}

/** The lifetime of a network's tokens, in seconds; null: does not expire, or does not exist. */
export function tokenLifetimeOf(platform: Platform): {
  accessSeconds: number | null;
  refreshSeconds: number | null;
} {
  const { access, refresh } = RULES[platform].tokens;
  return { accessSeconds: access.value, refreshSeconds: refresh.value };
}
