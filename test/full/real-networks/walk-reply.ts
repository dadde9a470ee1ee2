import { expect } from 'vitest';
import { inboxOf } from '../../../src/networks/capabilities.js';
import type { InboxRules } from '../../../src/networks/inbox-rules.js';
import { type WrittenComment, writeComment } from '../../support/networks/written-comments.js';
import type { Place, Walk } from './place.js';
import { shownReplies } from './shown-replies.js';

export const QUESTION = 'Do you open on Monday, too?';
export const ANSWER = 'On Monday we are closed.';
/** A comment arrives, and a reply is sent, within this time, in milliseconds. */
export const ANSWERED_WITHIN = { timeout: 30_000, interval: 500 } as const;

/** What Postrider offers of comments to the account; null: nothing. */
export function inboxOfWalk({ signIn: { platform, networkUserId } }: Walk): InboxRules | null {
  return inboxOf(platform, false, networkUserId);
}

/** Whether comments are read only once somebody has chosen it, because the network charges for them. */
export const isPriced = (walk: Walk): boolean => inboxOfWalk(walk)?.polled?.price !== undefined;

/** How often the network was asked who mentions the account. */
export const asksForMentions = ({ signIn }: Place): number =>
  signIn.network.log.filter((line) => line.endsWith('/mentions')).length;

/** Somebody comments on the first post. */
export function askQuestion({ signIn }: Place): Promise<WrittenComment> {
  return writeComment(signIn.network, QUESTION);
}

/** The network shows the answer below the question, once. */
export async function expectAnswer({ signIn }: Place, question: WrittenComment): Promise<void> {
  await expect.poll(() => shownReplies(signIn, question), ANSWERED_WITHIN).toEqual([ANSWER]);
}
