import type { Post } from '../../../contract/posts/posts.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { User } from '../user.js';

/** A post with its history and attempts; null if it was deleted. */
export async function postIfExists(user: User, id: string): Promise<Post | null> {
  try {
    return await user.call('posts.get', { path: { id } });
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'post_not_found') return null;
    throw error;
  }
}
