import type { Post } from '../../../../contract/posts/posts.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { Form } from '../../form.js';

/** The content of a deleted draft, as the fields of the form that creates it again. */
export function fieldsOfDeleted(post: Post): Readonly<Record<string, string>> {
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
  return { draft: JSON.stringify(body), key: `restore-${post.id}` };
}

/** @throws RequestRefused if the form has no draft */
export function deletedDraft(form: Form): { readonly key: string; readonly body: unknown } {
  const key = form.text('key');
  try {
    const body: unknown = JSON.parse(form.words('draft'));
    if (typeof body === 'object' && body !== null && key !== '') {
      // Only drafts are restored, whatever the form says.
      return { key, body: { ...body, scheduleMode: 'draft' } };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new RequestRefused('validation_failed', 'The deleted draft is incomplete, so it cannot be restored.');
}
