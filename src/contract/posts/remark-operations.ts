import { examplePost } from '../examples.js';
import type { Operation } from '../operation.js';
import { PostParams } from './posts.js';
import { AddRemark, DeletedRemark, Remark, RemarkListQuery, RemarkPage, RemarkParams } from './remarks.js';
import { MAX_REMARKS } from './values.js';

const exampleRemark = {
  id: 'rmk_01k9x3m5t7v9b2c4d6f8g0h1jk',
  by: { keyId: 'key_01k9x3m5t7v9b2c4d6f8g0h1jk', label: 'Ada' },
  text: 'Do we say this on Mastodon, too?',
  createdAt: '2026-12-01T08:00:00.000Z',
};

const params = { id: examplePost.id };

/** What the people of a workspace write to each other about a post. */
export const REMARK_OPERATIONS = {
  'posts.remarks': {
    method: 'GET',
    path: '/v1/posts/{id}/remarks',
    tag: 'Posts',
    summary: 'List what was remarked about a post, newest first',
    access: 'posts:read',
    params: PostParams,
    query: RemarkListQuery,
    status: 200,
    response: RemarkPage,
    errors: ['post_not_found'],
    paged: true,
    example: { params, response: { data: [exampleRemark], nextCursor: null } },
  },
  'posts.addRemark': {
    method: 'POST',
    path: '/v1/posts/{id}/remarks',
    tag: 'Posts',
    summary: 'Write a remark about a post',
    description: `For the people who work on the post: it is never published, and does not change the version. A post can have up to ${MAX_REMARKS} remarks; they are deleted with it.`,
    access: 'posts:write',
    params: PostParams,
    body: AddRemark,
    status: 201,
    response: Remark,
    errors: ['post_not_found', 'limit_reached'],
    keyed: true,
    example: { params, body: { text: exampleRemark.text }, response: exampleRemark },
  },
  'posts.deleteRemark': {
    method: 'DELETE',
    path: '/v1/posts/{id}/remarks/{remarkId}',
    tag: 'Posts',
    summary: 'Delete a remark of your own',
    description: 'A person deletes their own remarks, and an owner any. A key deletes those that it wrote.',
    access: 'posts:write',
    params: RemarkParams,
    status: 200,
    response: DeletedRemark,
    errors: ['post_not_found', 'remark_not_found', 'remark_of_another'],
    example: {
      params: { ...params, remarkId: exampleRemark.id },
      response: { id: exampleRemark.id, deleted: true },
    },
  },
} as const satisfies Record<string, Operation>;
