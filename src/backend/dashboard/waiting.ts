import type { Person } from './person.js';

/** More than this is not counted out. */
const MOST_COUNTED = 99;

/** What waits for the person: the numbers in the side bar. */
export interface Waiting {
  readonly posts: number;
  readonly inbox: number;
}

export async function waitingFor(person: Person): Promise<Waiting> {
  const limit = String(MOST_COUNTED);
  const posts = async (status: string) => (await person.ask('posts.list', { query: { status, limit } })).data;
  const [attention, drafts, comments, conversations] = await Promise.all([
    posts('attention'),
    posts('draft'),
    person.ask('comments.list', { query: { unanswered: 'true', limit } }),
    person.ask('conversations.list', { query: { unanswered: 'true', window: 'open,closing', limit } }),
  ]);
  return {
    posts: attention.length + drafts.filter((draft) => draft.proposed !== null).length,
    inbox: comments.data.length + conversations.data.length,
  };
}
