import { exampleCreate, examplePost, exampleValidation } from '../examples.js';
import type { Operation, ScopeRule } from '../operation.js';
import { POST_CHANGE_OPERATIONS } from './change-operations.js';
import { CreatePost, PostDraft, scheduleModeOf } from './content.js';
import {
  CreatedPost,
  Post,
  PostListQuery,
  PostPage,
  PostParams,
  PostQuery,
  PostValidation,
} from './posts.js';
import { BODY_ERRORS, KEYED_ERRORS, PUBLISHING_ERRORS, QUEUE_ERRORS } from './refusals.js';

/** Drafts may be made by a key that may not publish; anything with a time, or now, may not. */
const writeOrPublish: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` for a draft, `posts:publish` for anything that is due now or later.',
  of: (body) => (scheduleModeOf(CreatePost.parse(body)) === 'draft' ? 'posts:write' : 'posts:publish'),
};

/** Posts, from their drafts to what became of them. */
export const POST_OPERATIONS = {
  'posts.create': {
    method: 'POST',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'Draft, schedule, queue or publish a post',
    description:
      'A target is made for each account. `now` and `schedule` are refused with all faults at once where a network would refuse the post; a draft keeps them as `issues`. Send an `Idempotency-Key`: the same request with the same key acts once.',
    access: writeOrPublish,
    body: CreatePost,
    status: 201,
    response: CreatedPost,
    errors: [...PUBLISHING_ERRORS, ...QUEUE_ERRORS, ...KEYED_ERRORS],
    keyed: true,
    example: { body: exampleCreate, response: { ...examplePost, warnings: [] } },
  },
  'posts.validate': {
    method: 'POST',
    path: '/v1/posts/validate',
    tag: 'Posts',
    summary: 'Try a post without creating it',
    description:
      'The dry run of create: per target what would be sent, counted as that network counts, with the room left and all errors and warnings.',
    access: 'posts:write',
    body: PostDraft,
    status: 200,
    response: PostValidation,
    errors: BODY_ERRORS,
    example: { body: exampleCreate, response: exampleValidation },
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
    errors: ['cursor_invalid', 'account_not_found'],
    paged: true,
    example: { query: { status: 'scheduled,draft' }, response: { data: [examplePost], nextCursor: null } },
  },
  'posts.get': {
    method: 'GET',
    path: '/v1/posts/{id}',
    tag: 'Posts',
    summary: 'Read a post: status, URLs at the networks, diagnostics',
    access: 'posts:read',
    params: PostParams,
    query: PostQuery,
    status: 200,
    response: Post,
    errors: ['post_not_found'],
    example: { params: { id: examplePost.id }, query: { wait: 20 }, response: examplePost },
  },
  ...POST_CHANGE_OPERATIONS,
} as const satisfies Record<string, Operation>;
