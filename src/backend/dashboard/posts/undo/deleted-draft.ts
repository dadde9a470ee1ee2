import type { Post } from '../../../../contract/posts/posts.js';
import type { FieldChange } from '../../../domain/posts/history.js';
import type { KeptEntry } from '../../../operations/call.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { SealBroken } from '../../../store/sealing/sealed.js';
import type { Vault } from '../../../store/sealing/vault.js';
import type { Form } from '../../form.js';
import type { User } from '../../user.js';

/** How long a deletion can be undone, in milliseconds. */
const RESTORABLE_MS = 24 * 60 * 60 * 1000;

/** Changes of a history that the form carries, in characters. */
const MAX_CHANGES_LENGTH = 100_000;

/** A deleted draft, as its page carries it. */
interface KeptDraft {
  readonly workspaceId: string;
  /** System time. */
  readonly until: number;
  /** Creates it again. */
  readonly body: unknown;
  readonly history: readonly KeptEntry[];
}

/** The content of a draft, as the request that creates it again. */
function contentOf(post: Post): Readonly<Record<string, unknown>> {
  const { text, mediaUrls, altTexts, overrides, labels, targets, proposed, sourceId, link, timezone } = post;
  const body = {
    ...{
      scheduleMode: 'draft',
      text,
      mediaUrls,
      altTexts,
      overrides,
      labels,
      timezone,
      allowDuplicate: true,
    },
    accountIds: targets.map(({ accountId }) => accountId),
    ...(sourceId !== null && { sourceId }),
    ...(link !== null && { link }),
    ...(proposed !== null && {
      proposed: {
        scheduleMode: proposed.scheduleMode,
        ...(proposed.scheduledAt !== null && { scheduledAt: proposed.scheduledAt }),
        ...(proposed.slotId !== null && { slotId: proposed.slotId }),
        ...(proposed.scheduleMode === 'queue' && { together: proposed.together }),
      },
    }),
  };
  return body;
}

/**
 * Seals a deleted draft for the form that undoes its deletion. The form cannot be made to name another author: nobody can
 * read or write what it carries.
 *
 * @param history from before the deletion, oldest first
 */
export function fieldsOfDeleted(
  vault: Vault,
  post: Post,
  history: readonly KeptEntry[],
  { workspace, systemNow }: Pick<User, 'workspace' | 'systemNow'>,
): Readonly<Record<string, string>> {
  const kept: KeptDraft = {
    workspaceId: workspace.id,
    until: systemNow + RESTORABLE_MS,
    body: contentOf(post),
    history: shortened(history),
  };
  return { post: post.id, draft: vault.sealDeletedDraft(post.id, JSON.stringify(kept)) };
}

/** @throws RequestRefused if the form has no draft of this workspace, or it was deleted more than a day ago */
export function deletedDraft(
  vault: Vault,
  form: Form,
  { workspace, systemNow }: Pick<User, 'workspace' | 'systemNow'>,
): { readonly key: string; readonly body: unknown; readonly restored: readonly KeptEntry[] } {
  const postId = form.text('post');
  const { workspaceId, until, body, history } = opened(vault, postId, form.text('draft'));
  if (workspaceId !== workspace.id || until < systemNow) throw notRestorable();
  return { key: `restore-${postId}`, body, restored: history };
}

function opened(vault: Vault, postId: string, sealed: string): KeptDraft {
  try {
    // Only `fieldsOfDeleted` seals for this purpose.
    return JSON.parse(vault.openDeletedDraft(postId, sealed));
  } catch (error) {
    if (error instanceof SealBroken) throw notRestorable();
    throw error;
  }
}

const notRestorable = () =>
  new RequestRefused(
    'validation_failed',
    'The deleted draft cannot be restored from here any more. Nothing was changed.',
  );

/** Leaves out what the oldest changes changed where a history is too long for a form; who made them stays. */
function shortened(history: readonly KeptEntry[]): KeptEntry[] {
  let left = MAX_CHANGES_LENGTH;
  const newestFirst = history.toReversed().map((entry) => {
    left -= entry.changes.length;
    return left >= 0 ? entry : { ...entry, changes: onlyFields(entry.changes) };
  });
  return newestFirst.toReversed();
}

/** The fields without their values: whether the content changed says who its author is. */
function onlyFields(changes: string): string {
  const fields: readonly FieldChange[] = JSON.parse(changes);
  return JSON.stringify(fields.map(({ field }) => ({ field, from: null, to: null })));
}
