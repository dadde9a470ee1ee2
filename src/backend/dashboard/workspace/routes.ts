import { changeWorkspace, InvalidWorkspaceChange } from '../../domain/access/change-workspace.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { changedBy } from '../user.js';
import { WorkspacePage } from './page.js';

/** The settings page for the workspace. */
export function addWorkspace(routes: PageRoutes, { store }: Services): void {
  routes.get(
    '/settings/workspace',
    ({ user }) => WorkspacePage({ user, input: user.workspace, problem: null }),
    'workspace:manage',
  );

  const change = async ({ user, form, context, redirect }: FormVisit) => {
    const input = { name: form.text('name'), timezone: form.text('timezone') };
    try {
      await changeWorkspace(store, user.workspace, input, changedBy(user));
      return redirect('/settings/workspace');
    } catch (error) {
      if (!(error instanceof InvalidWorkspaceChange)) throw error;
      const page = WorkspacePage({ user, input, problem: error.message });
      return htmlResponse(context, page, { status: 422 });
    }
  };

  routes.post('/settings/workspace', change, 'workspace:manage');
}
