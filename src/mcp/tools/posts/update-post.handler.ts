import type { UpdatePost } from '../../../contract/posts/changes.js';
import type { Post } from '../../../contract/posts/posts.js';
import { mergeOverrides } from '../../../networks/merge-overrides.js';
import { isoWithOffset } from '../../../time/time-reading.js';
import { BundledZone } from '../../../time/zone.js';
import type { CallContext } from '../../call-context.js';
import { agree, isSoon, isWide, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import type { InputOf } from '../../definition/tool-definition.js';
import { handle } from '../../handler.js';
import { readTime, type TimeReader, timeReader } from '../shared/written-time.js';
import { duplicatePostId, existsAlready } from './answers/existing-post.js';
import { writtenAnswer } from './answers/post-answer.js';
import { changesOf } from './answers/post-changes.js';
import { mediaOf } from './previews/media-names.js';
import { refusedPost, wouldBeAccepted } from './previews/post-check.js';
import { editPreview } from './previews/post-preview.js';
import { type PostChange, refuseChange, startPostChange } from './requests/post-change.js';
import { contentRequest, proposedRequest, type Read } from './requests/post-request.js';
import { draftOf, openTargets } from './requests/stored-post.js';
import { updatePost } from './update-post.definition.js';

export const callUpdatePost = handle(updatePost, async (input, call) => {
  const change = await startPostChange(input, call);
  const { beginning, post, version, named } = change;
  const request = updateRequest(input, timeReader(beginning));
  if (!request.ok) return request.refused;
  const changes = request.value;

  const verdict = await agree(
    {
      tool: updatePost.name,
      parts: { id: post.id, ...partsOf(changes) },
      version,
      // A draft reaches nobody.
      ask: post.status !== 'draft' && needsConfirmation(landsSoon(change, changes), call),
      show: () => show(change, changes, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  try {
    const updated = await call.client.posts.update(post.id, { ...changes, ...named }, call.request());
    const changed = changesOf(post, updated);
    const done =
      updated.version === post.version
        ? 'No changes: the post already has these values.'
        : `Edited${changed.length === 0 ? '' : `: ${changed.join('; ')}`}.`;
    const detailed = input.response_format === 'detailed';
    const othersApprove = beginning.me.workspace.requiresOtherApprover;
    return writtenAnswer(updated, { detailed, assumed: request.assumed, done, othersApprove });
  } catch (error) {
    const twin = duplicatePostId(error);
    if (twin === undefined) throw error;
    return existsAlready(twin, [], 'nothing was edited', call);
  }
});

/** The arguments as an API request, with times resolved. */
function updateRequest(input: InputOf<typeof updatePost.input>, reader: TimeReader): Read<UpdatePost> {
  const { accountIds, scheduledAt, timezone, proposed, allowDuplicate } = input;
  const { overrides } = input;
  const content = contentRequest({ ...input, overrides: overrides ?? undefined }, reader);
  if (!content.ok) return content;
  const time = scheduledAt ? readTime(scheduledAt, timezone, reader) : undefined;
  if (time?.ok === false) return time;
  const wish = proposed ? proposedRequest(proposed, timezone, reader) : undefined;
  if (wish?.ok === false) return wish;
  return {
    ok: true,
    value: {
      ...content.value,
      ...(overrides === null && { overrides }),
      ...(accountIds && { accountIds: [...accountIds] }),
      ...(scheduledAt === null && { scheduledAt }),
      ...(timezone && { timezone }),
      ...(time && { scheduledAt: time.scheduledAt, timezone: time.timezone }),
      ...(proposed === null && { proposed }),
      ...(wish && { proposed: wish.value }),
      ...(allowDuplicate === true && { allowDuplicate }),
    },
    assumed: [...(time?.assumed ?? []), ...content.assumed, ...(wish?.assumed ?? [])],
  };
}

/** What the person agrees to, by argument; the same keys in every call. */
function partsOf(changes: UpdatePost): Readonly<Record<string, unknown>> {
  const { text, accountIds, mediaUrls, altTexts, overrides, sourceId, link, labels } = changes;
  const { scheduledAt, timezone, proposed } = changes;
  const parts = {
    text,
    accountIds,
    mediaUrls,
    altTexts,
    overrides,
    sourceId,
    link,
    labels,
    scheduledAt,
    timezone,
    proposed,
  };
  const said = Object.entries(parts).map(([name, value]) => [
    name,
    value === undefined ? 'unchanged' : [value],
  ]);
  return { ...Object.fromEntries(said), allowDuplicate: changes.allowDuplicate ?? false };
}

/** Whether the post is due too soon to be stopped, before or after the edit, or the edit chooses many accounts. */
function landsSoon({ post, beginning }: PostChange, changes: UpdatePost): boolean {
  const { scheduledAt, overrides, accountIds = [] } = changes;
  if (post.status === 'draft') return false;
  if (isWide(accountIds)) return true;
  const waiting = post.targets.filter(({ status }) => status === 'pending');
  const times = [
    ...waiting.map((target) => target.scheduledAt),
    scheduledAt,
    ...(overrides ?? []).map((override) => override.scheduledAt),
  ];
  return times.some((time) => isSoon(time, beginning));
}

/** A preview of the post after the edit, or why it cannot be edited. */
async function show(change: PostChange, changes: UpdatePost, call: CallContext): Promise<Shown> {
  const { post, beginning } = change;
  const instead = refuseChange('update', change);
  if (instead !== undefined) return { instead };
  const present = openTargets(post);
  const accountIds = changes.accountIds ?? present.map(({ accountId }) => accountId);
  const { scheduledAt, timezone } = changes.scheduledAt ? changes : dueTime(post);
  const scheduleMode = scheduledAt ? ('schedule' as const) : ('draft' as const);
  const where = { accountIds, scheduleMode, ...(scheduledAt && { scheduledAt, timezone }) };
  // Overrides of a network may also apply to accounts that are new to the post.
  const accounts = [
    ...present,
    ...[...post.overrides, ...(changes.overrides ?? [])].map(({ target }) => ({
      accountId: target,
      platform: target,
    })),
  ];
  const content = { ...post, ...changes, overrides: mergeOverrides(post, changes.overrides) };
  const draft = draftOf(content, where, accounts, timeReader(beginning));
  const check = await call.client.posts.validate({ ...draft, postId: post.id }, call.request());
  if (!wouldBeAccepted(check)) return { instead: refusedPost(check, 'Nothing was edited.') };
  const media = await mediaOf(call, post, draft);
  return { preview: editPreview(check, draft, media, { post, targets: present }) };
}

/** When a scheduled post is due, with an offset that matches its zone; empty for other posts. */
function dueTime({ status, scheduledAt, timezone }: Post): { scheduledAt?: string; timezone?: string } {
  if (status !== 'scheduled' || scheduledAt === null) return {};
  const zone = BundledZone.named(timezone);
  return { scheduledAt: isoWithOffset(Date.parse(scheduledAt), zone), timezone };
}
