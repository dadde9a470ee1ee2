import { approversOf } from '../../domain/access/approvers.js';
import {
  changeWorkspace,
  InvalidWorkspaceChange,
  type WorkspaceInput,
} from '../../domain/access/change-workspace.js';
import { findWorkspace } from '../../domain/access/workspaces.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { changedBy, type User } from '../user.js';
import { WorkspacePage, type WorkspaceRules } from './page.js';

/** The settings page for the workspace. */
export function addWorkspace(routes: PageRoutes, { store }: Services): void {
  routes.get('/settings/workspace', async ({ user }) =>
    WorkspacePage({ user, input: user.workspace, rules: await rulesOf(user), problem: null }),
  );

  const rulesOf = async ({ workspace }: User): Promise<WorkspaceRules> => {
    const [row, approvers] = await Promise.all([
      findWorkspace(store, workspace.id),
      approversOf(store.db, workspace.id),
    ]);
    return {
      secondFactor: row?.requires_second_factor === 1,
      otherApprover: row?.requires_other_approver === 1,
      approvers: approvers.map(({ name }) => name),
    };
  };

  /** @param input what the form shows again if it is refused */
  const change = async (
    { user, context, redirect }: FormVisit,
    wanted: WorkspaceInput,
    input: { readonly name: string; readonly timezone: string } = user.workspace,
  ) => {
    try {
      await changeWorkspace(store, user.workspace, wanted, changedBy(user));
      return redirect('/settings/workspace');
    } catch (error) {
      if (!(error instanceof InvalidWorkspaceChange)) throw error;
      const page = WorkspacePage({ user, input, rules: await rulesOf(user), problem: error.message });
      return htmlResponse(context, page, { status: 422 });
    }
  };

  const isRequired = ({ form }: FormVisit): boolean => form.text('required') === 'yes';

  routes.post(
    '/settings/workspace/second-step',
    async (visit) => (await visit.askAgain()) ?? change(visit, { requiresSecondFactor: isRequired(visit) }),
  );
  routes.post(
    '/settings/workspace/approval',
    async (visit) => (await visit.askAgain()) ?? change(visit, { requiresOtherApprover: isRequired(visit) }),
  );
  routes.post('/settings/workspace', (visit) => {
    const input = { name: visit.form.text('name'), timezone: visit.form.text('timezone') };
    return change(visit, input, input);
  });
}
