import {
  exampleCancelledPost,
  exampleDeletedPost,
  exampleDraft,
  examplePost,
  examplePublishing,
  exampleTarget,
} from '../examples.js';
import type { Operation, ScopeRule } from '../operation.js';
import {
  ApprovePost,
  ChangedPost,
  DeletedPost,
  DeletedPublished,
  DeletePostQuery,
  DeletePublished,
  isOnlyLabels,
  PublishPost,
  RejectPost,
  ReopenPost,
  ResolvePost,
  RetriedPost,
  RetryPost,
  UpdatePost,
} from './changes.js';
import { Post, PostParams } from './posts.js';
import { APPROVAL_ERRORS, CHANGE_ERRORS, PUBLISHING_ERRORS, QUEUE_ERRORS } from './refusals.js';

/** A key without `posts:publish` can change drafts, and the labels of any post, but nothing else. */
const writeOfDraftsOrLabels: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` for drafts and for labels alone, `posts:publish` for any other change.',
  of: (body, status) => {
    if (isOnlyLabels(body)) return 'posts:write';
    return writeOfDrafts.of(body, status);
  },
};

/** A key without `posts:publish` can change drafts, but no other posts. */
const writeOfDrafts: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` for drafts, `posts:publish` for any other post.',
  of: (_body, status) => {
    if (status === undefined) return null;
    return status === 'draft' ? 'posts:write' : 'posts:publish';
  },
};

/** Operations on existing posts. */
export const POST_CHANGE_OPERATIONS = {
  'posts.update': {
    method: 'PATCH',
    path: '/v1/posts/{id}',
    tag: 'Posts',
    summary: 'Update a post that is not published yet',
    description:
      'Possible for posts that are `draft`, `scheduled`, `failed`, `missed` or `partially_published`. `labels` alone can be changed at any time, and do not raise the version. The change applies to targets that are not published yet, and the networks’ rules are checked again. While a target is being published, the request fails with 409. Failed and missed targets keep their status until you retry or publish them. An account that is added to a queued post gets its next open slot.',
    access: writeOfDraftsOrLabels,
    params: PostParams,
    body: UpdatePost,
    status: 200,
    response: ChangedPost,
    headers: ['ETag'],
    errors: [
      ...CHANGE_ERRORS,
      ...APPROVAL_ERRORS,
      ...PUBLISHING_ERRORS,
      'no_open_slot',
      'source_not_found',
      'limit_reached',
    ],
    example: {
      params: { id: examplePost.id },
      body: { version: 1, text: 'We are open on Sunday.' },
      response: { ...examplePost, warnings: [] },
    },
  },
  'posts.delete': {
    method: 'DELETE',
    path: '/v1/posts/{id}',
    tag: 'Posts',
    summary: 'Cancel a post or delete a draft',
    description:
      'A draft is deleted permanently. For any other post, targets that are neither published nor being sent are cancelled; `publish` can publish them again. A target whose outcome is unknown is cancelled too. Cancelling a cancelled post has no effect.',
    access: writeOfDrafts,
    params: PostParams,
    query: DeletePostQuery,
    status: 200,
    response: DeletedPost,
    errors: CHANGE_ERRORS,
    example: {
      params: { id: examplePost.id },
      query: { version: 1 },
      response: { outcome: 'cancelled', post: exampleCancelledPost },
    },
  },
  'posts.publish': {
    method: 'POST',
    path: '/v1/posts/{id}/publish',
    tag: 'Posts',
    summary: 'Publish an existing post now, at a time or in a slot',
    description:
      'Publishes every target that is not published yet. Possible for draft, scheduled, failed, missed, cancelled and partially published posts. A target with its own time keeps it if that is in the future.',
    access: 'posts:publish',
    params: PostParams,
    body: PublishPost,
    status: 200,
    response: ChangedPost,
    headers: ['ETag'],
    errors: [...CHANGE_ERRORS, ...APPROVAL_ERRORS, ...PUBLISHING_ERRORS, ...QUEUE_ERRORS],
    keyed: true,
    example: {
      params: { id: examplePost.id },
      body: { scheduleMode: 'now' },
      response: { ...examplePublishing, warnings: [] },
    },
  },
  'posts.retry': {
    method: 'POST',
    path: '/v1/posts/{id}/retry',
    tag: 'Posts',
    summary: 'Retry what failed or was missed',
    description:
      'Retries every failed account now. For a published post, only its missing parts are sent. A target whose outcome is unknown is never retried: see `resolve`.',
    access: 'posts:publish',
    params: PostParams,
    body: RetryPost,
    status: 200,
    response: RetriedPost,
    errors: [...CHANGE_ERRORS, ...APPROVAL_ERRORS, 'account_not_found'],
    keyed: true,
    example: {
      params: { id: examplePost.id },
      body: {},
      response: {
        retried: examplePublishing.targets.map((target) => target.accountId),
        held: [],
        skipped: [],
        post: examplePublishing,
      },
    },
  },
  'posts.resolve': {
    method: 'POST',
    path: '/v1/posts/{id}/resolve',
    tag: 'Posts',
    summary: 'Resolve a target whose outcome is unknown',
    description:
      'Check the account first. Send `published` if the post is there and `send_again` if it is not. `check` looks it up at the network and sends nothing: the target becomes `published`, `failed` with `not_delivered`, or stays `unknown`. If the post itself is published, the outcome applies to its parts with an unknown outcome.',
    access: 'posts:publish',
    params: PostParams,
    body: ResolvePost,
    status: 200,
    response: Post,
    headers: ['ETag'],
    errors: [...CHANGE_ERRORS, ...APPROVAL_ERRORS, 'account_not_found'],
    keyed: true,
    example: {
      params: { id: examplePost.id },
      body: { accountId: exampleTarget.accountId, outcome: 'check' },
      response: examplePublishing,
    },
  },
  'posts.deletePublished': {
    method: 'POST',
    path: '/v1/posts/{id}/delete-published',
    tag: 'Posts',
    summary: 'Delete a published post at its networks',
    description:
      'Deletes the post from each account on which it is published: the parts first, the last one first. It cannot be undone, and a deleted target is never published again; create a new post instead. What could not be deleted is in `kept` with the reason, such as a network on which Postrider cannot delete posts. Repeating it is safe: what is gone counts as deleted.',
    access: 'posts:publish',
    params: PostParams,
    body: DeletePublished,
    status: 200,
    response: DeletedPublished,
    errors: [...CHANGE_ERRORS, 'account_not_found'],
    keyed: true,
    example: {
      params: { id: examplePost.id },
      body: { version: 1 },
      response: { deleted: [exampleTarget.accountId], kept: [], post: exampleDeletedPost },
    },
  },
  'posts.approve': {
    method: 'POST',
    path: '/v1/posts/{id}/approve',
    tag: 'Posts',
    summary: 'Approve a draft',
    description:
      'Publishes the draft at its proposed time. `version` must be the current version, so a draft that changed since you read it is refused. A time in the request replaces the proposed one; one of the two is required.',
    access: 'posts:publish',
    params: PostParams,
    body: ApprovePost,
    status: 200,
    response: ChangedPost,
    headers: ['ETag'],
    errors: [...CHANGE_ERRORS, ...APPROVAL_ERRORS, ...PUBLISHING_ERRORS, ...QUEUE_ERRORS],
    keyed: true,
    example: {
      params: { id: exampleDraft.id },
      body: { version: 1 },
      response: { ...examplePost, version: 2, warnings: [] },
    },
  },
  'posts.reject': {
    method: 'POST',
    path: '/v1/posts/{id}/reject',
    tag: 'Posts',
    summary: 'Reject a draft',
    description:
      'Removes the proposed time and adds the note. The draft remains and can be changed and proposed again.',
    access: 'posts:publish',
    params: PostParams,
    body: RejectPost,
    status: 200,
    response: Post,
    headers: ['ETag'],
    errors: CHANGE_ERRORS,
    keyed: true,
    example: {
      params: { id: exampleDraft.id },
      body: { version: 1, note: 'Name the opening hours.' },
      response: { ...exampleDraft, version: 2, proposed: null, reviewNote: 'Name the opening hours.' },
    },
  },
  'posts.reopen': {
    method: 'POST',
    path: '/v1/posts/{id}/reopen',
    tag: 'Posts',
    summary: 'Take back an approval or a rejection',
    description:
      'Makes the post a draft with its proposed time again, as it was before it was approved or rejected. Possible while that is its last change and nothing has been sent to a network: an approval that published it at once cannot be taken back.',
    access: 'posts:publish',
    params: PostParams,
    body: ReopenPost,
    status: 200,
    response: Post,
    headers: ['ETag'],
    errors: CHANGE_ERRORS,
    keyed: true,
    example: {
      params: { id: exampleDraft.id },
      body: { version: 2 },
      response: { ...exampleDraft, version: 3 },
    },
  },
} as const satisfies Record<string, Operation>;
