import type { Post } from '../../../../contract/posts/posts.js';
import { mayDo } from '../../../../contract/posts/status.js';
import { commonTime } from '../undo/undo.js';

/** `restore` undoes `approve`, and `delete` of scheduled posts. */
export const BULK_ACTS = ['approve', 'move', 'label', 'delete', 'restore'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

/** A post of the form, as the page showed it. */
export interface Picked {
  readonly id: string;
  readonly version: number;
  /** When it was due or proposed, in epoch milliseconds; null if it cannot be moved. */
  readonly at: number | null;
}

/**
 * What can be done to a post of a list, together with others.
 *
 * @param ownDrafts those that somebody else has to approve
 */
export function actsFor(post: Post, ownDrafts: ReadonlySet<string>): readonly BulkAct[] {
  const isApprovable = mayDo('approve', post.status) && post.proposed !== null && !ownDrafts.has(post.id);
  return [
    ...(isApprovable ? (['approve'] as const) : []),
    ...(movableTime(post) === null ? [] : (['move'] as const)),
    'label',
    ...(mayDo('delete', post.status) && post.status !== 'cancelled' ? (['delete'] as const) : []),
  ];
}

/** The post as a value of the form. */
export function pickValue(post: Post): string {
  return textOfPick({ id: post.id, version: post.version, at: movableTime(post) });
}

export function textOfPick({ id, version, at }: Picked): string {
  return at === null ? `${id}:${version}` : `${id}:${version}:${at}`;
}

/** @returns null if the text names no post */
export function readPick(value: string): Picked | null {
  const [, id, version, at] = /^([\w-]{1,64}):(\d{1,9})(?::(-?\d{1,15}))?$/.exec(value) ?? [];
  if (id === undefined) return null;
  return { id, version: Number(version), at: at === undefined ? null : Number(at) };
}

/** Only a proposal, or a scheduled post whose channels publish at one time, can be moved. */
function movableTime({ status, proposed, targets }: Post): number | null {
  const at =
    status === 'draft' ? proposed?.scheduledAt : status === 'scheduled' ? commonTime(targets) : undefined;
  return at ? Date.parse(at) : null;
}
