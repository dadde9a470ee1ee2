import { shownHandle } from '../../../../contract/handles.js';
import type { CreatedComment } from '../../../../contract/inbox/comments.js';
import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import { inboxOf } from '../../../../networks/capabilities.js';
import { RULES } from '../../../../networks/rules.js';
import type { Call } from '../../../operations/call.js';
import { RequestRefused, refusalOfIssue } from '../../../operations/refusal.js';
import { recordActivity } from '../../../store/activity.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { toStoredText } from '../../../store/stored-text.js';
import type { CommentRow } from '../../../store/tables/inbox-rows.js';
import { findAccount } from '../../accounts/repository.js';
import { noSuchPost } from '../../posts/no-such-post.js';
import { answerTo, refreshAwaiting } from '../comment-records.js';
import { requireComment, viewOneComment } from '../reading/read-comments.js';
import { cannotReplyReason, waysToReply } from '../reply-rules.js';
import { insertSend } from '../sending/send-records.js';
import { awaitOutcome } from './outcome-wait.js';
import { createPrivateReply } from './private-reply.js';
import { refuseIssues, textIssues } from './reply-text.js';

type CreateCall = Call<'comments.create'>;

/** How long the same comment on the same post counts as a duplicate, in milliseconds. */
const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;

/** Where a comment will appear. */
interface Place {
  readonly account: AccountRow;
  readonly postId: string;
  readonly networkPostId: string;
  readonly url: string | null;
  /** The comment it replies to; null: it is a comment on the post. */
  readonly parent: CommentRow | null;
}

/** Creates a reply to a comment, or a comment on a post. */
export async function createComment(call: CreateCall): Promise<CreatedComment> {
  const { body } = call;
  const parent = body.parentCommentId === undefined ? null : await requireParent(call, body.parentCommentId);
  if (body.private) {
    if (parent) return createPrivateReply(call, parent);
    throw invalid(
      '/parentCommentId',
      'A private reply needs the comment it replies to in `parentCommentId`.',
    );
  }
  const place = parent ? await placeOfReply(call, parent) : await placeOnPost(call);
  refuseIfNotPossible(place, call.now);
  const rules = RULES[place.account.platform].inbox;
  if (rules) refuseIssues(textIssues(body.text, place.account.platform, rules.comments.text));

  const answer = await call.commit(async (trx) => {
    await refuseDuplicate(trx, call, place);
    const row = await insert(trx, call, place);
    await recordActivity(trx, {
      workspaceId: row.workspace_id,
      apiKeyId: call.caller.key.id,
      operation: 'comments.create',
      objectId: row.id,
      summary: parent
        ? `replied to ${parent.author_handle || parent.author_name} on ${place.account.platform}`
        : `commented on ${place.postId} on ${place.account.platform}`,
      requestId: call.requestId,
      now: call.now,
    });
    return created(await viewOneComment(call, row, trx));
  });
  await awaitOutcome(call, answer.id);
  return created(await viewOneComment(call, await requireComment(call, answer.id)));
}

function created(comment: Awaited<ReturnType<typeof viewOneComment>>): CreatedComment {
  return { ...comment, messageId: null, messageStatus: null, conversationId: null };
}

async function requireParent(call: CreateCall, id: string): Promise<CommentRow> {
  const parent = await requireComment(call, id);
  const { postId, accountId } = call.body;
  if (postId !== undefined && postId !== parent.post_id) {
    throw invalid('/postId', `The comment ${id} belongs to ${parent.post_id}, not to ${postId}.`);
  }
  if (accountId !== undefined && accountId !== parent.account_id) {
    throw invalid('/accountId', `The comment ${id} is on ${parent.account_id}, not on ${accountId}.`);
  }
  return parent;
}

function invalid(pointer: string, message: string): RequestRefused {
  return refusalOfIssue('validation_failed', { message, pointer, fix: 'Correct the field, or omit it.' });
}

async function placeOfReply({ caller, services }: CreateCall, parent: CommentRow): Promise<Place> {
  const account = await findAccount(services.store.db, caller.workspace.id, parent.account_id);
  if (!account) throw new RequestRefused('account_not_found', `${parent.account_id} is no longer connected.`);
  const { post_id: postId, network_post_id: networkPostId, url } = parent;
  return { account, postId, networkPostId, url, parent };
}

/** The account to comment with: the one that is named, or the only one that published the post and supports comments. */
async function placeOnPost({ body, caller, services }: CreateCall): Promise<Place> {
  const { postId, accountId } = body;
  if (postId === undefined) {
    throw invalid(
      '/postId',
      'Set `postId` to comment on a post, or `parentCommentId` to reply to a comment.',
    );
  }
  const { db } = services.store;
  const targets = await db
    .selectFrom('targets')
    .selectAll()
    .where('workspace_id', '=', caller.workspace.id)
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
  if (targets.length === 0) throw noSuchPost(postId);
  const named = accountId === undefined ? targets : targets.filter((one) => one.account_id === accountId);
  if (named.length === 0) {
    throw new RequestRefused('account_not_found', `The post ${postId} has no target for ${accountId}.`);
  }
  const places: Place[] = [];
  for (const { account_id, platform, network_post_id: networkPostId, url } of named) {
    const account = await findAccount(db, caller.workspace.id, account_id);
    if (
      !account ||
      networkPostId === null ||
      !inboxOf(platform, account.simulated === 1, account.network_user_id)
    )
      continue;
    places.push({ account, postId, networkPostId, url, parent: null });
  }
  const [only, ...others] = places;
  if (!only) {
    const platforms = [...new Set(named.map(({ platform }) => PLATFORM_NAMES[platform]))].join(', ');
    const reason = `The post is not published on an account that Postrider can comment with (${platforms}).`;
    throw new RequestRefused('reply_not_possible', reason, { reason, allowed: [] });
  }
  if (others.length === 0) return only;
  const choices = places.map(({ account: { id, platform, handle } }) => ({
    accountId: id,
    platform,
    handle: shownHandle(handle),
  }));
  throw new RequestRefused(
    'account_ambiguous',
    'The post is published on several accounts: choose one with `accountId`.',
    { choices },
  );
}

function refuseIfNotPossible({ parent }: Place, now: number): void {
  if (!parent) return;
  const unconfirmed = parent.network_comment_id === null ? 'The comment may not be published yet.' : null;
  const reason = cannotReplyReason(parent) ?? unconfirmed;
  if (reason === null) return;
  const allowed = waysToReply(parent, now);
  const instead = allowed.includes('private_reply')
    ? ' Send a private reply instead: `private: true`.'
    : ' There is no other way to reply.';
  throw new RequestRefused('reply_not_possible', `${reason}${instead}`, { reason, allowed });
}

async function refuseDuplicate(trx: Write, { body, now }: CreateCall, { parent, account, postId }: Place) {
  if (body.allowDuplicate) return;
  const earlier = parent
    ? await answerTo(trx, parent.id)
    : await trx
        .selectFrom('comments')
        .select('id')
        .where('post_id', '=', postId)
        .where('account_id', '=', account.id)
        .where('listed', '=', 1)
        .where('is_own', '=', 1)
        .where('text', '=', toStoredText(body.text))
        .where('created_at', '>', now - DUPLICATE_WINDOW_MS)
        .where('state', '!=', 'deleted')
        .where((where) => where.or([where('status', 'is', null), where('status', '!=', 'failed')]))
        .executeTakeFirst();
  if (!earlier) return;
  const what = parent ? 'You have already replied to this comment' : 'You have already posted this comment';
  throw new RequestRefused(
    'already_answered',
    `${what}: see ${earlier.id}. To send another one anyway, set \`allowDuplicate: true\`.`,
    { replyId: earlier.id },
  );
}

async function insert(trx: Write, call: CreateCall, place: Place): Promise<CommentRow> {
  const { body, now, services, caller } = call;
  const { account, parent, postId, networkPostId, url } = place;
  const id = services.ids.next('comment', now);
  const row = await trx
    .insertInto('comments')
    .values({
      id,
      workspace_id: account.workspace_id,
      account_id: account.id,
      platform: account.platform,
      post_id: postId,
      network_post_id: networkPostId,
      network_comment_id: null,
      parent_id: parent?.id ?? null,
      thread_id: parent?.thread_id ?? id,
      author_id: account.network_user_id,
      author_handle: account.handle,
      author_name: account.display_name,
      is_own: 1,
      text: toStoredText(body.text),
      state: 'visible',
      live: 0,
      status: 'sending',
      error_json: null,
      listed: parent ? 0 : 1,
      awaiting: 0,
      unread: 0,
      url,
      private_message_id: null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (parent) {
    await trx.updateTable('comments').set({ unread: 0 }).where('id', '=', parent.id).execute();
    await refreshAwaiting(trx, id);
  }
  const attachesTo = parent ? await topOf(trx, parent) : null;
  const content = {
    kind: 'comment',
    networkPostId,
    parentId: parent?.network_comment_id ?? null,
    attachesTo,
    text: body.text,
  } as const;
  const moment = { workspace: caller.workspace, now, systemNow: services.clock.now() };
  await insertSend(trx, { id, accountId: account.id, content }, moment);
  return row;
}

/** The network's id of the comment under which a reply appears. */
async function topOf(trx: Write, parent: CommentRow): Promise<string | null> {
  const levels = RULES[parent.platform].inbox?.comments.levels.value ?? null;
  if (parent.parent_id === null || levels !== 2) return parent.network_comment_id;
  const top = await trx
    .selectFrom('comments')
    .select('network_comment_id')
    .where('id', '=', parent.thread_id)
    .executeTakeFirst();
  return top?.network_comment_id ?? parent.network_comment_id;
}
