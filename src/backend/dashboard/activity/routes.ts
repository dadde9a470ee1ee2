import { listApiKeys } from '../../domain/access/api-keys.js';
import { listAssistants } from '../../domain/assistants/assistants.js';
import type { Services } from '../../operations/services.js';
import type { PageRoutes } from '../routes.js';
import { readObjectNames } from './object-names.js';
import { type ActivityFilter, ActivityPage } from './page.js';

const PAGE_SIZE = '50';

/** The activity log. */
export function addActivity(routes: PageRoutes, { store }: Services): void {
  routes.get('/activity', async ({ user, query }) => {
    const filter: ActivityFilter = {
      keyId: query.get('keyId') ?? '',
      kind: query.get('kind') ?? '',
      result: query.get('result') ?? '',
      text: query.get('text')?.trim() ?? '',
    };
    const cursor = query.get('cursor') ?? '';
    const [page, keys, assistants] = await Promise.all([
      user.call('activity.list', { query: { ...filter, cursor, limit: PAGE_SIZE } }),
      listApiKeys(store, user.workspace.id),
      listAssistants(store, user.workspace.id),
    ]);
    const objects = await readObjectNames(
      user,
      page.data.map(({ objectId }) => objectId),
    );
    return ActivityPage({ user, page, objects, filter, cursor, keys: [...assistants, ...keys] });
  });
}
