import { exampleCreate, examplePost, exampleValidation } from '../examples.js';
import type { Operation, ScopeRule } from '../operation.js';
import { BatchValidation, CreatedBatch, MAX_BATCH_POSTS, PostBatch } from './batch.js';
import { POST_CHANGE_OPERATIONS } from './change-operations.js';
import { CreatePost, scheduleModeOf, ValidatePost } from './content.js';
import {
  CreatedPost,
  Post,
  PostCount,
  PostCountQuery,
  PostListQuery,
  PostPage,
  PostParams,
  PostQuery,
  PostValidation,
} from './posts.js';
import { APPROVAL_ERRORS, PUBLISHING_ERRORS, QUEUE_ERRORS } from './refusals.js';
import { REMARK_OPERATIONS } from './remark-operations.js';

/** A key without `posts:publish` can create drafts, but nothing that is published now or later. */
const writeOrPublish: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` for drafts, `posts:publish` for anything that is published now or later.',
  of: (body) => (scheduleModeOf(CreatePost.parse(body)) === 'draft' ? 'posts:write' : 'posts:publish'),
};

const batchWriteOrPublish: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` if all are drafts, else `posts:publish`.',
  of: (body) =>
    PostBatch.parse(body).posts.every((post) => scheduleModeOf(post) === 'draft')
      ? 'posts:write'
      : 'posts:publish',
};

/** Posts, from draft to result. */
export const POST_OPERATIONS = {
  'posts.create': {
    method: 'POST',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'Draft, schedule, queue or publish a post',
    description:
      'Creates one target for each account. If a network would refuse the post, `now` and `schedule` fail with all errors at once; a draft keeps them in `issues`. Send an `Idempotency-Key` so that a repeated request runs only once.',
    access: writeOrPublish,
    body: CreatePost,
    status: 201,
    response: CreatedPost,
    headers: ['ETag'],
    errors: [...APPROVAL_ERRORS, ...PUBLISHING_ERRORS, ...QUEUE_ERRORS, 'source_not_found', 'limit_reached'],
    keyed: true,
    example: { body: exampleCreate, response: { ...examplePost, warnings: [] } },
  },
  'posts.validate': {
    method: 'POST',
    path: '/v1/posts/validate',
    tag: 'Posts',
    summary: 'Validate a post without creating it',
    description:
      'A dry run of create. Returns what would be sent to each target, its length as the network counts it, the remaining length, and all errors and warnings.',
    access: 'posts:write',
    body: ValidatePost,
    status: 200,
    response: PostValidation,
    errors: ['post_not_found'],
    example: { body: exampleCreate, response: exampleValidation },
  },
  'posts.createBatch': {
    method: 'POST',
    path: '/v1/posts/batch',
    tag: 'Posts',
    summary: 'Create several posts, all or none',
    description: `Creates up to ${MAX_BATCH_POSTS} posts in one transaction. If one of them would be refused, none is created, and \`errors\` has all reasons, with pointers such as \`/posts/2/text\`.`,
    access: batchWriteOrPublish,
    body: PostBatch,
    status: 201,
    response: CreatedBatch,
    errors: ['batch_refused', 'source_not_found', 'limit_reached'],
    keyed: true,
    example: {
      body: { posts: [exampleCreate] },
      response: { posts: [{ ...examplePost, warnings: [] }] },
    },
  },
  'posts.validateBatch': {
    method: 'POST',
    path: '/v1/posts/batch/validate',
    tag: 'Posts',
    summary: 'Validate several posts together without creating them',
    description: 'A dry run of `POST /v1/posts/batch`.',
    access: 'posts:write',
    body: PostBatch,
    status: 200,
    response: BatchValidation,
    errors: [],
    example: {
      body: { posts: [exampleCreate] },
      response: { ok: exampleValidation.ok, posts: [exampleValidation] },
    },
  },
  'posts.list': {
    method: 'GET',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'List posts',
    access: 'posts:read',
    query: PostListQuery,
    status: 200,
    response: PostPage,
    errors: ['account_not_found', 'label_not_found'],
    paged: true,
    example: { query: { status: 'scheduled,draft' }, response: { data: [examplePost], nextCursor: null } },
  },
  'posts.count': {
    method: 'GET',
    path: '/v1/posts/count',
    tag: 'Posts',
    summary: 'Count the posts of a list',
    description: 'Takes the filters of the list.',
    access: 'posts:read',
    query: PostCountQuery,
    status: 200,
    response: PostCount,
    errors: ['account_not_found', 'label_not_found'],
    example: { query: { status: 'draft' }, response: { count: 12, isExact: true } },
  },
  'posts.get': {
    method: 'GET',
    path: '/v1/posts/{id}',
    tag: 'Posts',
    summary: 'Get a post with its status, URLs and diagnostics',
    access: 'posts:read',
    params: PostParams,
    query: PostQuery,
    status: 200,
    response: Post,
    headers: ['ETag'],
    errors: ['post_not_found'],
    example: { params: { id: examplePost.id }, query: { wait: 20 }, response: examplePost },
  },
  ...POST_CHANGE_OPERATIONS,
  ...REMARK_OPERATIONS,
} as const satisfies Record<string, Operation>;
