import type { CallHandler } from '../handler.js';
import type { ToolName } from '../tools/registry.js';
import { callCreatePost } from './create-post.js';
import { callGetPost } from './get-post.js';
import { callListAccounts } from './list-accounts.js';
import { callListPosts } from './list-posts.js';
import { callValidatePost } from './validate-post.js';

/** What carries out each tool. Loaded by the first call: a host only waits for what it lists. */
export const HANDLERS: Readonly<Record<ToolName, CallHandler>> = {
  postrider_list_accounts: callListAccounts,
  postrider_list_posts: callListPosts,
  postrider_get_post: callGetPost,
  postrider_validate_post: callValidatePost,
  postrider_create_post: callCreatePost,
};
