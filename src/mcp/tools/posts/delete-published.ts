import type { Target } from '../../../contract/posts/posts.js';
import { deletesPostsOn } from '../../../networks/deletes-posts.js';
import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { postAnswer } from './answers/post-answer.js';
import { cancelPost } from './cancel-post.definition.js';
import { mediaOf } from './previews/media-names.js';
import { nameOf, storedPreview } from './previews/post-preview.js';
import { type PostChange, refuseChange, stateConflict } from './requests/post-change.js';

interface DeletionInput {
  readonly confirmToken?: string | undefined;
  readonly response_format?: string | undefined;
}

/** Deletes what is published of a post, after a yes. */
export async function deletePublished(change: PostChange, input: DeletionInput, call: CallContext) {
  const { beginning, post, version, named } = change;
  const verdict = await agree(
    {
      tool: cancelPost.name,
      parts: { id: post.id, published: true },
      version,
      ask: needsConfirmation(true, call),
      show: () => show(change, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const {
    deleted,
    kept,
    post: after,
  } = await call.client.posts.deletePublished(post.id, named, {
    ...call.request(),
    idempotencyKey: verdict.idempotencyKey,
  });
  const on = (id: string): string => {
    const target = after.targets.find(({ accountId }) => accountId === id);
    return target === undefined ? id : nameOf(target);
  };
  const done = deleted.length === 0 ? 'Nothing was deleted.' : `Deleted from ${deleted.map(on).join(', ')}.`;
  const left = kept.map(({ accountId, message }) => `Not from ${on(accountId)}: ${message}`);
  return {
    ...postAnswer(after, input.response_format === 'detailed'),
    message: [done, ...left].join(' '),
  };
}

/** A preview of what would be deleted, or why nothing can be. */
async function show(change: PostChange, call: CallContext): Promise<Shown> {
  const { post, beginning } = change;
  const instead = refuseWithoutPublishScope(beginning.me) ?? refuseChange('deletePublished', change);
  if (instead !== undefined) return { instead };
  const there = post.targets.filter(({ status }) => status === 'published');
  const targets = there.filter(({ platform }) => deletesPostsOn(platform));
  if (targets.length === 0) return { instead: stateConflict(noneDeletable(there), post) };
  const stays = there.filter((target) => !targets.includes(target));
  const notes = [
    'Everything of it is deleted there, with its thread and first comment. This cannot be undone, and the post is never published again.',
    ...(stays.length === 0 ? [] : [`It stays on ${stays.map(nameOf).join(', ')}: ${BY_HAND}`]),
  ];
  const words = { verb: 'Delete the published post', agree: 'delete the published post', when: [], notes };
  return { preview: storedPreview(post, targets, words, await mediaOf(call, post)) };
}

const BY_HAND = 'Postrider cannot delete there. A person can, on the network.';

function noneDeletable(there: readonly Target[]): string {
  if (there.length === 0) return 'Nothing of this post is published.';
  return `This post is on ${there.map(nameOf).join(', ')}. ${BY_HAND}`;
}
