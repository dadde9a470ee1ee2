import { changeWorkspace, InvalidWorkspaceChange } from '../../domain/access/change-workspace.js';
import { findWorkspace } from '../../domain/access/workspaces.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { changedBy, type User } from '../user.js';
import { WorkspacePage } from './page.js';

/** The settings page for the workspace. */
export function addWorkspace(routes: PageRoutes, { store }: Services): void {
  routes.get('/settings/workspace', async ({ user }) =>
    WorkspacePage({
      user,
      input: user.workspace,
      requiresFactor: await requiresFactor(user),
      problem: null,
    }),
  );

  const requiresFactor = async ({ workspace }: User): Promise<boolean> =>
    (await findWorkspace(store, workspace.id))?.requires_second_factor === 1;

  const change = async ({ user, form, context, redirect }: FormVisit) => {
    const input = { name: form.text('name'), timezone: form.text('timezone') };
    try {
      await changeWorkspace(store, user.workspace, input, changedBy(user));
      return redirect('/settings/workspace');
    } catch (error) {
      if (!(error instanceof InvalidWorkspaceChange)) throw error;
      const page = WorkspacePage({
        user,
        input,
        requiresFactor: await requiresFactor(user),
        problem: error.message,
      });
      return htmlResponse(context, page, { status: 422 });
    }
  };

  const requireFactor = async ({ user, form, redirect, askAgain }: FormVisit) => {
    const asked = await askAgain();
    if (asked !== null) return asked;
    const requiresSecondFactor = form.text('required') === 'yes';
    await changeWorkspace(store, user.workspace, { requiresSecondFactor }, changedBy(user));
    return redirect('/settings/workspace');
  };

  routes.post('/settings/workspace/second-step', requireFactor);
  routes.post('/settings/workspace', change);
}
