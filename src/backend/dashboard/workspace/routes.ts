import { changeWorkspace, WorkspaceNotChanged } from '../../domain/access/change-workspace.js';
import type { Services } from '../../operations/services.js';
import { htmlAnswer } from '../answers.js';
import { changedBy } from '../person.js';
import type { PersonRoutes } from '../routes.js';
import { WorkspacePage } from './page.js';

/** Settings, Workspace. */
export function addWorkspace(routes: PersonRoutes, { store }: Services): void {
  routes.show('/settings/workspace', ({ person }) =>
    WorkspacePage({ person, wish: person.workspace, problem: null }),
  );

  routes.act('/settings/workspace', async ({ person, form, context, goTo }) => {
    const wish = { name: form.text('name'), timezone: form.text('timezone') };
    try {
      await changeWorkspace(store, person.workspace, wish, changedBy(person));
      return goTo('/settings/workspace');
    } catch (error) {
      if (!(error instanceof WorkspaceNotChanged)) throw error;
      const page = WorkspacePage({ person, wish, problem: error.message });
      return htmlAnswer(context, page, { status: 422 });
    }
  });
}
