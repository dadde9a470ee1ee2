import type { WorkspaceRow } from '../store/schema.js';
import { RequestRefused } from './refusal.js';

/** @throws RequestRefused where the networks behind the workspace are real */
export function requireSandbox(workspace: WorkspaceRow): void {
  if (workspace.sandbox === 1) return;
  throw new RequestRefused(
    'state_conflict',
    `The workspace "${workspace.name}" is no sandbox: its posts are real, so its clock cannot be moved and nothing can be made to fail. Test in a sandbox workspace.`,
  );
}
