import {
  exampleCancelledPost,
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
  DeletePostQuery,
  PublishPost,
  RejectPost,
  ResolvePost,
  RetriedPost,
  RetryPost,
  UpdatePost,
} from './changes.js';
import { Post, PostParams } from './posts.js';
import { BODY_ERRORS, CHANGE_ERRORS, KEYED_ERRORS, PUBLISHING_ERRORS, QUEUE_ERRORS } from './refusals.js';

/** Drafts may be changed by a key that may not publish; what is due, or was, may not. */
const writeOfDrafts: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` for a draft, `posts:publish` for any other post.',
  of: (_body, status) => {
    if (status === undefined) return null;
    return status === 'draft' ? 'posts:write' : 'posts:publish';
  },
};

/** What can be done to a post that is there already. */
export const POST_CHANGE_OPERATIONS = {
  'posts.update': {
    method: 'PATCH',
    path: '/v1/posts/{id}',
    tag: 'Posts',
    summary: 'Edit a post that is not out yet',
    description:
      'Possible in `draft`, `scheduled`, `failed`, `missed` and `partially_published`; it reaches the targets that are not out. The networks’ rules are applied again, as in create. Editing loses with 409 once a target is being published. A failed or missed target stays so until it is retried or published. An account that is added to a queued post takes its next open slot.',
    access: writeOfDrafts,
    params: PostParams,
    body: UpdatePost,
    status: 200,
    response: ChangedPost,
    errors: [...CHANGE_ERRORS, ...PUBLISHING_ERRORS, 'no_open_slot', ...BODY_ERRORS],
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
    summary: 'Cancel a post, or delete a draft',
    description:
      'A draft is gone for good. Of any other post, what is neither out nor being sent is cancelled, and can be published again with `publish`; a target whose outcome is unknown is given up. Cancelling what is cancelled changes nothing.',
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
    summary: 'Publish a post that is there already, now, at a time or in a slot',
    description:
      'For drafts, and for scheduled, failed, missed, cancelled and partially published posts: everything that is not out. A target with a time of its own keeps it where that lies ahead.',
    access: 'posts:publish',
    params: PostParams,
    body: PublishPost,
    status: 200,
    response: ChangedPost,
    errors: [...CHANGE_ERRORS, ...PUBLISHING_ERRORS, ...QUEUE_ERRORS, ...KEYED_ERRORS],
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
    summary: 'Try again what failed or was missed',
    description:
      'Each account that failed is tried again now, and of a post that is out only the parts that are missing. A target whose outcome is unknown is never touched: see `resolve`.',
    access: 'posts:publish',
    params: PostParams,
    body: RetryPost,
    status: 200,
    response: RetriedPost,
    errors: [...CHANGE_ERRORS, 'account_not_found', ...KEYED_ERRORS],
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
    summary: 'Say what became of a target whose outcome is unknown',
    description:
      'Look at the account first. `published` if the post is there, `send_again` if it is not; `check` asks the network once more, and sends the post where the network is sure that it is not there. Where the post itself is out, the same is said of its unknown parts.',
    access: 'posts:publish',
    params: PostParams,
    body: ResolvePost,
    status: 200,
    response: Post,
    errors: [...CHANGE_ERRORS, 'account_not_found', ...KEYED_ERRORS],
    keyed: true,
    example: {
      params: { id: examplePost.id },
      body: { accountId: exampleTarget.accountId, outcome: 'check' },
      response: examplePublishing,
    },
  },
  'posts.approve': {
    method: 'POST',
    path: '/v1/posts/{id}/approve',
    tag: 'Posts',
    summary: 'Publish a draft as it proposes',
    description:
      'Publishes exactly the version that is named: a draft that was changed since is refused. A time in the request takes the place of the proposed one; one of the two is needed.',
    access: 'posts:publish',
    params: PostParams,
    body: ApprovePost,
    status: 200,
    response: ChangedPost,
    errors: [...CHANGE_ERRORS, ...PUBLISHING_ERRORS, ...QUEUE_ERRORS, ...KEYED_ERRORS],
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
    summary: 'Refuse what a draft proposes',
    description:
      'The draft stays, without its proposal and with the note; it can be changed and proposed again.',
    access: 'posts:publish',
    params: PostParams,
    body: RejectPost,
    status: 200,
    response: Post,
    errors: [...CHANGE_ERRORS, ...KEYED_ERRORS],
    keyed: true,
    example: {
      params: { id: exampleDraft.id },
      body: { version: 1, note: 'Name the opening hours.' },
      response: { ...exampleDraft, version: 2, proposed: null, reviewNote: 'Name the opening hours.' },
    },
  },
} as const satisfies Record<string, Operation>;
