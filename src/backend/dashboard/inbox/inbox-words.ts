import type { Conversation, WindowState } from '../../../contract/inbox/conversations.js';
import type { LengthLimit, SendStatus } from '../../../contract/inbox/replies.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import type { Tone } from '../layout/parts.js';
import type { StatusWords } from '../posts/post-words.js';

/** Labels and colours of a reply’s or message’s status. */
export const SEND_WORDS: Readonly<Record<SendStatus, StatusWords>> = {
  sending: { words: 'Sending', tone: 'calm' },
  sent: { words: 'Sent', tone: 'good' },
  failed: { words: 'Not sent', tone: 'bad' },
  unknown: { words: 'Outcome unknown', tone: 'warn' },
};

const WINDOW_TONES: Readonly<Record<WindowState, Tone>> = { open: 'good', closing: 'warn', closed: 'plain' };

/** The state of the reply window: `Replies close in 3 h 20 min`. */
export function windowWords({
  window,
  canReplyUntil,
}: Pick<Conversation, 'window' | 'canReplyUntil'>): StatusWords {
  const tone = WINDOW_TONES[window.state];
  if (canReplyUntil === null) {
    return { words: window.state === 'closed' ? 'Not open yet' : 'Replies stay open', tone };
  }
  const { relative } = canReplyUntil;
  if (window.state === 'closed') return { words: `Closed ${relative}`, tone };
  return {
    words: `${window.state === 'closing' ? 'Replies close soon, ' : 'Replies close '}${relative}`,
    tone,
  };
}

/** `Up to 1,000 bytes`, with an explanation of bytes. */
export function limitWords({ max, unit }: LengthLimit): string {
  const much = `Up to ${max.toLocaleString('en')} ${unitWord(unit)}`;
  return unit === 'utf8-bytes' ? `${much} (a plain letter is 1 byte, an emoji 4 or more).` : `${much}.`;
}

/** A URL that is safe to link to; null if it is not a web address. */
export function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
