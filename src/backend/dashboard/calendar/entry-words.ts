import { showHidden } from '../../../base/hidden-characters.js';
import type { TimeForms } from '../../../contract/instants.js';
import type { Platform } from '../../../contract/platforms.js';
import type { CalendarPost, OpenSlot } from '../../../contract/schedules/slots.js';
import type { Tone } from '../layout/parts.js';
import { statusOf } from '../posts/post-words.js';
import type { CalendarItem } from './days.js';

/** The texts of a post or open slot, in the list and in the grid. */
export interface ItemWords {
  readonly href: string;
  /** `09:00`, on the clock of the workspace's zone. */
  readonly time: string;
  readonly tone: Tone;
  /** `Scheduled`, `Open slot`. */
  readonly status: string;
  readonly words: string;
  readonly platforms: readonly Platform[];
  /** The names of a post’s labels. */
  readonly labels: readonly string[];
  /** The tooltip: time with offset, status and handles. */
  readonly title: string;
}

export function wordsOf(item: CalendarItem): ItemWords {
  if (item.kind === 'slot') return wordsOfSlot(item.slot);
  return item.kind === 'proposal' ? wordsOfPost(item.post, PROPOSAL) : wordsOfPost(item.post);
}

function wordsOfPost(post: CalendarPost, state: State = stateOf(post)): ItemWords {
  const { postId, when, excerpt, targets, labels } = post;
  const { words, tone } = state;
  return {
    href: `/posts/${postId}`,
    time: timeOf(when),
    tone,
    status: words,
    words: excerpt.trim() === '' ? 'No text' : excerpt,
    platforms: platformsOf(targets),
    labels,
    title: [when.local, words, handlesOf(targets)].join(' · '),
  };
}

type State = Readonly<{ words: string; tone: Tone }>;

const PROPOSAL: State = { words: 'Waiting for approval', tone: 'warn' };

const stateOf = ({ status }: CalendarPost): State =>
  statusOf({ status, proposed: null, incomplete: false, reviewNote: null });

function wordsOfSlot({ id, when, label, accounts, warnings }: OpenSlot): ItemWords {
  return {
    href: `/posts/new?slot=${encodeURIComponent(id)}`,
    time: timeOf(when),
    tone: 'plain',
    status: 'Open slot',
    words: label,
    platforms: platformsOf(accounts),
    labels: [],
    title: [when.local, 'Open slot', handlesOf(accounts), ...warnings.map(({ message }) => message)].join(
      ' · ',
    ),
  };
}

/** `09:00` of `Tue 2026-12-01 09:00 (UTC+01:00)`. */
const timeOf = ({ local }: TimeForms): string => / (\d\d:\d\d) /.exec(local)?.[1] ?? '';

function platformsOf(accounts: readonly { readonly platform: Platform }[]): Platform[] {
  return [...new Set(accounts.map(({ platform }) => platform))];
}

const handlesOf = (accounts: readonly { readonly handle: string }[]): string =>
  accounts.map(({ handle }) => showHidden(handle)).join(', ');
