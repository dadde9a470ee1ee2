import { timeForms } from '../../../time/forms.js';
import { listApiKeys } from '../../domain/access/api-keys.js';
import type { Services } from '../../operations/services.js';
import { inOwnZone, spokenTime } from '../layout/local-times.js';
import type { Person } from '../person.js';
import type { PersonRoutes } from '../routes.js';
import { type Today, TodayPage } from './page.js';

/** The first page. */
export function addHome(routes: PersonRoutes, services: Services): void {
  routes.show('/', async ({ person }) => {
    const today = await todayOf(person, services);
    const { now, workspace } = person;
    const day = spokenTime(timeForms(now, workspace.timezone, now), now);
    return TodayPage({ person, today, day });
  });
}

async function todayOf(person: Person, { store }: Services): Promise<Today> {
  const posts = async (status: string, limit: number, order?: 'asc') =>
    (await person.ask('posts.list', { query: { status, order, limit: String(limit) } })).data.map((post) =>
      inOwnZone(post, person),
    );
  const [attention, drafts, next, published, accounts, keys] = await Promise.all([
    posts('attention', 5),
    posts('draft', 20),
    posts('scheduled,queued,publishing', 6, 'asc'),
    posts('published', 5),
    person.ask('accounts.list', { query: { limit: '100' } }),
    listApiKeys(store, person.workspace.id),
  ]);
  return {
    attention,
    drafts,
    next,
    published,
    ailing: accounts.data.filter(({ health }) => health.status !== 'healthy'),
    channels: accounts.data.length,
    keys: keys.filter((key) => key.revokedAt === null).length,
  };
}
