import type { Handlers } from '../http/call.js';
import { createPost } from './create.js';
import { getPost, listPostPage } from './read.js';
import { validatePost } from './validate.js';

export const postHandlers = {
  'posts.create': createPost,
  'posts.validate': validatePost,
  'posts.list': listPostPage,
  'posts.get': getPost,
} satisfies Partial<Handlers>;
