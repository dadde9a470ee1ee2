import type { User } from '../user.js';

/** Counts stop here. */
const MAX_COUNT = 99;

/** What is waiting for the user: the counts in the navigation. */
export interface Waiting {
  readonly posts: number;
  readonly inbox: number;
}

const counted = new WeakMap<User, Promise<Waiting>>();

/** Counts what is waiting, once for each page. */
export function waitingFor(user: User): Promise<Waiting> {
  const known = counted.get(user) ?? countFor(user);
  counted.set(user, known);
  return known;
}

async function countFor(user: User): Promise<Waiting> {
  const limit = String(MAX_COUNT);
  const posts = async (status: string) => (await user.call('posts.list', { query: { status, limit } })).data;
  const [attention, drafts, comments, conversations] = await Promise.all([
    posts('attention'),
    posts('draft'),
    user.call('comments.list', { query: { unanswered: 'true', limit } }),
    user.call('conversations.list', { query: { unanswered: 'true', window: 'open,closing', limit } }),
  ]);
  return {
    posts: attention.length + drafts.filter((draft) => draft.proposed !== null).length,
    inbox: comments.data.length + conversations.data.length,
  };
}
