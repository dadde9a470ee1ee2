import type { Handlers } from '../../operations/call.js';
import { createBatch, validateBatch } from './batch.js';
import { createPost } from './create.js';
import { deletePost } from './delete.js';
import { getPost } from './get.js';
import { countPostsOfList, listPostPage } from './list/list-page.js';
import { approvePost, publishPost } from './publish.js';
import { rejectPost } from './reject.js';
import { remarkHandlers } from './remarks/handlers.js';
import { reopenPost } from './reopen.js';
import { resolvePost } from './resolve.js';
import { retryPost } from './retry.js';
import { updatePost } from './update.js';
import { validatePost } from './validate.js';

export const postHandlers = {
  'posts.create': createPost,
  'posts.validate': validatePost,
  'posts.createBatch': createBatch,
  'posts.validateBatch': validateBatch,
  'posts.list': listPostPage,
  'posts.count': countPostsOfList,
  'posts.get': getPost,
  'posts.update': updatePost,
  'posts.delete': deletePost,
  'posts.publish': publishPost,
  'posts.retry': retryPost,
  'posts.resolve': resolvePost,
  'posts.approve': approvePost,
  'posts.reject': rejectPost,
  'posts.reopen': reopenPost,
  ...remarkHandlers,
} satisfies Partial<Handlers>;
