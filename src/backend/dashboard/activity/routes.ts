import { listApiKeys } from '../../domain/access/api-keys.js';
import type { Services } from '../../operations/services.js';
import type { PersonRoutes } from '../routes.js';
import { type ActivityFilter, ActivityPage } from './page.js';

const PAGE_SIZE = '50';

/** Who called what, and what came of it. */
export function addActivity(routes: PersonRoutes, { store }: Services): void {
  routes.show('/activity', async ({ person, query }) => {
    const filter: ActivityFilter = {
      keyId: query.get('keyId') ?? '',
      kind: query.get('kind') ?? '',
      result: query.get('result') ?? '',
      text: query.get('text')?.trim() ?? '',
    };
    const cursor = query.get('cursor') ?? '';
    const [page, keys] = await Promise.all([
      person.ask('activity.list', { query: { ...filter, cursor, limit: PAGE_SIZE } }),
      listApiKeys(store, person.workspace.id),
    ]);
    return ActivityPage({ person, page, filter, cursor, keys });
  });
}
