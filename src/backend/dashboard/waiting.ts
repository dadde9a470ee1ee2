import type { Waiting } from './layout/frame.js';
import type { Person } from './person.js';

/** More than this is not counted out. */
const MOST_COUNTED = 99;

/** What waits for the person: the numbers in the side bar. */
export async function waitingFor(person: Person): Promise<Waiting> {
  const count = async (query: Readonly<Record<string, string>>) =>
    (await person.ask('posts.list', { query: { ...query, limit: String(MOST_COUNTED) } })).data;
  const [attention, drafts] = await Promise.all([count({ status: 'attention' }), count({ status: 'draft' })]);
  return { '/posts': attention.length + drafts.filter((draft) => draft.proposed !== null).length };
}
