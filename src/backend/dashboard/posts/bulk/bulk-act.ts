import type { TimeForms } from '../../../../contract/instants.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { findZone } from '../../../../time/find-zone.js';
import { plusDays, readWallTime, wallTimeAt } from '../../../../time/wall-clock.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { spokenTime } from '../../layout/local-times.js';
import { wordsFor } from '../../layout/problem-words.js';
import type { User } from '../../user.js';
import { lineOf } from '../list/dense-row.js';
import { undoOf } from '../undo/undo.js';
import { undo } from '../undo/undo-routes.js';
import type { BulkAct, Picked } from './picked.js';

/** The most posts that one form changes. */
export const MAX_AT_ONCE = 300;

const HOUR_MS = 60 * 60 * 1000;

interface Shift {
  readonly words: string;
  /** Days keep the time of day, also when the clocks change. */
  readonly unit: 'hours' | 'days';
  readonly amount: number;
}

/** How far posts can be moved. */
export const SHIFTS = {
  '1h': { words: '1 hour later', unit: 'hours', amount: 1 },
  '1d': { words: '1 day later', unit: 'days', amount: 1 },
  '7d': { words: '1 week later', unit: 'days', amount: 7 },
  '-1h': { words: '1 hour earlier', unit: 'hours', amount: -1 },
  '-1d': { words: '1 day earlier', unit: 'days', amount: -1 },
  '-7d': { words: '1 week earlier', unit: 'days', amount: -7 },
  /** To the very time that the form names: undoes another move. */
  back: { words: 'back', unit: 'hours', amount: 0 },
} as const satisfies Record<string, Shift>;

export type ShiftName = keyof typeof SHIFTS;

export interface BulkRequest {
  readonly act: BulkAct;
  /** How far `move` moves. */
  readonly by: ShiftName;
  /** The labels that `label` adds. */
  readonly labels: readonly string[];
}

/** What happened to a post. */
export interface BulkResult {
  readonly id: string;
  /** The first line; empty if the post was not found. */
  readonly line: string;
  readonly done: boolean;
  readonly words: string;
  /** The post as the form names it that takes this back. */
  readonly undo?: Picked;
}

type Outcome = Pick<BulkResult, 'done' | 'words' | 'undo'>;

/** Acts on a post, and says what happened. */
export async function actOn(user: User, picked: Picked, request: BulkRequest): Promise<BulkResult> {
  const { id } = picked;
  let line = '';
  try {
    const post = await user.call('posts.get', { path: { id } });
    line = lineOf(post.text);
    return { id, line, ...(await ACTS[request.act](user, post, picked, request)) };
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    if (request.act === 'delete' && error.code === 'post_not_found') {
      return { id, line: '', done: true, words: 'Already deleted' };
    }
    const { words, rules } = wordsFor(error.toProblem(user.requestId));
    return { id, line, done: false, words: [words, ...rules].join(' ') };
  }
}

type Act = (user: User, post: Post, picked: Picked, request: BulkRequest) => Promise<Outcome>;

const ACTS: Readonly<Record<BulkAct, Act>> = {
  approve: async (user, _post, picked) => {
    const { id, version } = picked;
    const call = { path: { id }, body: { version }, key: keyOf('approve', picked) };
    const { when, version: approved } = await user.call('posts.approve', call);
    const canUndo = undoOf(await user.call('posts.get', { path: { id } }))?.change === 'approved';
    return {
      ...{ done: true, words: `Approved${when ? ` for ${spokenTime(when, user.now)}` : ''}` },
      ...(canUndo && { undo: { id, version: approved, at: null } }),
    };
  },
  move,
  // Labels are added to those that the post has now, whatever else has changed since the page was loaded.
  label: async (user, post, { id }, { labels }) => {
    const body = { labels: [...post.labels, ...labels] };
    const changed = await user.call('posts.update', { path: { id }, body });
    return { done: true, words: `Labels: ${changed.labels.join(', ')}` };
  },
  delete: async (user, { status }, { id, version }) => {
    if (status === 'cancelled') return { done: true, words: 'Already cancelled' };
    const query = { version: String(version) };
    const { outcome } = await user.call('posts.delete', { path: { id }, query });
    if (outcome === 'deleted') return { done: true, words: 'Deleted' };
    const cancelled = await user.call('posts.get', { path: { id } });
    const canUndo = undoOf(cancelled)?.change === 'cancelled';
    return {
      ...{ done: true, words: 'Cancelled' },
      ...(canUndo && { undo: { id, version: cancelled.version, at: null } }),
    };
  },
  restore: async (user, _post, { id, version }) => ({ done: true, words: await undo(user, id, version) }),
};

/** An idempotency key that is the same whenever the same post, as the page showed it, is changed the same way. */
const keyOf = (change: string, { id, version }: Picked): string => `bulk-${change}-${id}-${version}`;

/** Moves a scheduled post, or the proposed time of a draft. */
async function move(user: User, post: Post, picked: Picked, { by }: BulkRequest): Promise<Outcome> {
  const { id, version, at } = picked;
  if (at === null) return { done: false, words: whyNotMoved(post) };
  const { timezone } = user.workspace;
  const moved = (when: TimeForms | null | undefined, now: Pick<Post, 'version'>): Outcome => ({
    done: true,
    words: when ? `Moved to ${spokenTime(when, user.now)}` : 'Moved',
    ...(by !== 'back' && { undo: { id, version: now.version, at } }),
  });
  const target = shifted(at, by, timezone);
  const time = { scheduleMode: 'schedule', scheduledAt: new Date(target).toISOString() };
  if (post.status !== 'draft') {
    const call = { path: { id }, body: { version, ...time }, key: keyOf(`move-${target}`, picked) };
    const scheduled = await user.call('posts.publish', call);
    return moved(scheduled.when, scheduled);
  }
  const { proposed } = post;
  // A proposal has no idempotency key: sent again, the form finds it at its new time.
  if (proposed?.scheduledAt && Date.parse(proposed.scheduledAt) === target) {
    return moved(proposed.when, post);
  }
  const body = { version, proposed: time };
  const changed = await user.call('posts.update', { path: { id }, body });
  return moved(changed.proposed?.when, changed);
}

function whyNotMoved({ status }: Post): string {
  if (status === 'draft') return 'This draft has no proposed time.';
  return status === 'scheduled'
    ? 'Its channels publish at different times. Move it on its own page.'
    : 'Only scheduled posts and proposals can be moved.';
}

/** The instant after a shift. Days keep the time of day in the zone. */
function shifted(instant: number, by: ShiftName, zoneName: string): number {
  const { unit, amount }: Shift = SHIFTS[by];
  if (unit === 'hours') return instant + amount * HOUR_MS;
  const found = findZone(zoneName);
  if (!found.ok) throw new RangeError(found.message);
  return readWallTime(plusDays(wallTimeAt(instant, found.zone), amount), found.zone).instant;
}
