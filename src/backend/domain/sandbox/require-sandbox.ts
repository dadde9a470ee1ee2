import { RequestRefused } from '../../operations/refusal.js';
import type { WorkspaceRow } from '../../store/schema.js';

/** @throws RequestRefused if the workspace publishes to real networks */
export function requireSandbox(workspace: WorkspaceRow): void {
  if (workspace.sandbox === 1) return;
  throw new RequestRefused(
    'state_conflict',
    `The workspace "${workspace.name}" is not a sandbox. Its posts are real, so you cannot move its clock or simulate failures. Use a sandbox workspace for tests.`,
  );
}
