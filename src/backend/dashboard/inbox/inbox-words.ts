import type { Conversation, WindowState } from '../../../contract/inbox/conversations.js';
import type { LengthLimit, SendStatus } from '../../../contract/inbox/replies.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import type { Tone } from '../layout/parts.js';
import type { StatusWords } from '../posts/post-words.js';

/** What became of a reply or message, as a person reads it. */
export const SEND_WORDS: Readonly<Record<SendStatus, StatusWords>> = {
  sending: { words: 'Being sent', tone: 'calm' },
  sent: { words: 'Sent', tone: 'good' },
  failed: { words: 'Not sent', tone: 'bad' },
  unknown: { words: 'Outcome unknown', tone: 'warn' },
};

const WINDOW_TONES: Readonly<Record<WindowState, Tone>> = { open: 'good', closing: 'warn', closed: 'plain' };

/** How long a conversation can still be answered: `closes in 3 h 20 min`. */
export function windowWords({
  window,
  canReplyUntil,
}: Pick<Conversation, 'window' | 'canReplyUntil'>): StatusWords {
  const tone = WINDOW_TONES[window.state];
  if (canReplyUntil === null) return { words: 'Not open yet', tone };
  const { relative } = canReplyUntil;
  if (window.state === 'closed') return { words: `Closed ${relative}`, tone };
  return { words: `${window.state === 'closing' ? 'Closes soon: ' : 'Closes '}${relative}`, tone };
}

/** `Up to 1,000 bytes.`, and what that means where it is not characters. */
export function limitWords({ max, unit }: LengthLimit): string {
  const much = `Up to ${max.toLocaleString('en')} ${unitWord(unit)}`;
  return unit === 'utf8-bytes' ? `${much}: a plain letter takes one, an emoji four or more.` : `${much}.`;
}

/** An address that may be linked to; null: it is none of the web. */
export function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
