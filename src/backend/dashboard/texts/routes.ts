import type { SavedText, SavedTextPage } from '../../../contract/texts/texts.js';
import type { Form } from '../form.js';
import type { PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { SavedTextsPage } from './texts-page.js';

/** The settings page for saved texts. */
export function addSavedTexts(routes: PageRoutes): void {
  routes.get('/settings/texts', async ({ user }) => SavedTextsPage({ user, texts: await allTexts(user) }));

  routes.post('/settings/texts', async ({ user, form, redirect }) => {
    const { id } = await user.call('savedTexts.create', { body: textFrom(form) });
    return redirect(`/settings/texts#${id}`);
  });

  routes.post('/settings/texts/:id/edit', async ({ user, form, param, redirect }) => {
    const { id } = await user.call('savedTexts.update', { path: { id: param('id') }, body: textFrom(form) });
    return redirect(`/settings/texts#${id}`);
  });

  routes.post('/settings/texts/:id/delete', async ({ user, param, redirect }) => {
    await user.call('savedTexts.delete', { path: { id: param('id') } });
    return redirect('/settings/texts');
  });
}

const textFrom = (form: Form) => ({
  name: form.text('name'),
  kind: form.text('kind') || undefined,
  text: form.words('text'),
});

async function allTexts(user: User): Promise<SavedText[]> {
  const found: SavedText[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '100', cursor };
    const { data, nextCursor }: SavedTextPage = await user.call('savedTexts.list', { query });
    found.push(...data);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
