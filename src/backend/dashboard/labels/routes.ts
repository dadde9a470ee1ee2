import type { Label } from '../../../contract/labels/labels.js';
import type { PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { LabelsPage } from './labels-page.js';

/** The settings page for labels. */
export function addLabels(routes: PageRoutes): void {
  routes.get('/settings/labels', async ({ user }) => LabelsPage({ user, labels: await allLabels(user) }));

  routes.post('/settings/labels', async ({ user, form, redirect }) => {
    const color = form.text('color') || undefined;
    const { id } = await user.call('labels.create', { body: { name: form.text('name'), color } });
    return redirect(`/settings/labels#${id}`);
  });

  routes.post('/settings/labels/:id/edit', async ({ user, form, param, redirect }) => {
    const body = { name: form.text('name'), color: form.text('color') };
    const { id } = await user.call('labels.update', { path: { id: param('id') }, body });
    return redirect(`/settings/labels#${id}`);
  });

  routes.post('/settings/labels/:id/delete', async ({ user, param, redirect }) => {
    await user.call('labels.delete', { path: { id: param('id') } });
    return redirect('/settings/labels');
  });
}

async function allLabels(user: User): Promise<Label[]> {
  const found: Label[] = [];
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await user.call('labels.list', { query: { limit: '100', cursor } });
    found.push(...data);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
