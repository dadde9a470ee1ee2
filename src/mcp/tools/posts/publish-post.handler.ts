import type { PublishPost } from '../../../contract/posts/changes.js';
import { publishingModeOf } from '../../../contract/posts/content.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import type { CallContext } from '../../call-context.js';
import { agree, type CallStart, isSoon, isWide, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { timeReader } from '../shared/written-time.js';
import { duplicatePostId, existsAlready } from './answers/existing-post.js';
import { writtenAnswer } from './answers/post-answer.js';
import { nextStep } from './answers/post-sentences.js';
import { mediaOf } from './previews/media-names.js';
import { refusedPost } from './previews/post-check.js';
import { postPreview } from './previews/post-preview.js';
import { publishPost } from './publish-post.definition.js';
import { type PostChange, refuseChange, startPostChange } from './requests/post-change.js';
import { timeRequest } from './requests/post-request.js';
import { draftOf, openTargets } from './requests/stored-post.js';

export const callPublishPost = handle(publishPost, async (input, call) => {
  const change = await startPostChange(input, call);
  const { beginning, post, version, named } = change;
  const { scheduleMode, slotId, scheduledAt, allowDuplicate } = input;
  if (scheduleMode === undefined && slotId === undefined && scheduledAt === undefined) return whenThen(post);
  const time = timeRequest(input, timeReader(beginning));
  if (!time.ok) return time.refused;
  const asked = { ...time.value, ...(scheduleMode && { scheduleMode }) };
  const mode = publishingModeOf(asked);
  const body = {
    ...asked,
    scheduleMode: mode,
    ...named,
    ...(allowDuplicate === true && { allowDuplicate }),
  } satisfies PublishPost;

  const early = foreseeable(mode, beginning, call) ? await show(change, body, call) : undefined;
  const verdict = await agree(
    {
      tool: publishPost.name,
      parts: {
        id: post.id,
        scheduleMode: mode,
        scheduledAt: body.scheduledAt ?? null,
        timezone: body.timezone ?? null,
        slotId: body.slotId ?? null,
        together: body.together ?? false,
        allowDuplicate: allowDuplicate ?? false,
      },
      version,
      ask: needsConfirmation(early === undefined || 'instead' in early || early.landsSoon, call),
      show: async () => early ?? (await show(change, body, call)),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  try {
    const { data, meta } = await call.client.posts
      .publish(post.id, body, { ...call.request(), idempotencyKey: verdict.idempotencyKey })
      .withMeta();
    const detailed = input.response_format === 'detailed';
    return writtenAnswer(data, { detailed, assumed: time.assumed, idempotencyKey: meta.idempotencyKey });
  } catch (error) {
    const twin = duplicatePostId(error);
    if (twin === undefined) throw error;
    return existsAlready(twin, [], 'nothing was published', call);
  }
});

/**
 * Whether the time decides if a person is asked, so that it has to be resolved first. If a preview came with the
 * call, the API decides.
 */
function foreseeable(mode: PublishPost['scheduleMode'], { claims }: CallStart, call: CallContext): boolean {
  return (
    mode !== 'now' && claims === undefined && needsConfirmation(true, call) && !needsConfirmation(false, call)
  );
}

/** Never publish at a time that nobody named. */
function whenThen(post: Post): Answer {
  return refusal({
    code: 'time_required',
    message:
      post.proposed === null
        ? 'Say when to publish: scheduleMode "now" or "queue", or scheduledAt.'
        : 'Say when to publish, for example at the time that the draft proposes.',
    next: post.status === 'draft' ? nextStep(post) : 'Repeat the call with scheduleMode or scheduledAt',
  });
}

/** The preview, and whether the post is due too soon to be stopped, or concerns many accounts. */
type ShownWhen =
  | Extract<Shown, { readonly instead: unknown }>
  | (Exclude<Shown, { readonly instead: unknown }> & {
      readonly landsSoon: boolean;
    });

/** A preview of what would be published and when, or why it cannot be. */
async function show(change: PostChange, body: PublishPost, call: CallContext): Promise<ShownWhen> {
  const { post, beginning } = change;
  const instead = refuseWithoutPublishScope(beginning.me) ?? refuseChange('publish', change);
  if (instead !== undefined) return { instead };
  const targets = openTargets(post);
  const { version: _version, allowDuplicate, ...time } = body;
  const where = { accountIds: targets.map(({ accountId }) => accountId), ...time };
  const draft = draftOf(post, where, targets, timeReader(beginning));
  const check = await call.client.posts.validate({ ...draft, postId: post.id }, call.request());
  if (check.errors.length > 0 || check.targets.some(({ ok }) => !ok)) {
    return { instead: refusedPost(check, 'Nothing was published.') };
  }
  const twin = check.duplicateOf?.postId;
  if (twin !== undefined && allowDuplicate !== true) {
    return { instead: await existsAlready(twin, [], 'nothing was published', call, check) };
  }
  const landsSoon =
    check.scheduleMode === 'now' ||
    isWide(check.targets) ||
    check.targets.some(({ scheduledAt }) => isSoon(scheduledAt, beginning));
  return { preview: postPreview(check, draft, await mediaOf(call, draft)), landsSoon };
}
