import type { Operation } from '../../contract/operation.js';
import { findWorkspace } from '../domain/access/workspaces.js';
import type { Services } from '../operations/services.js';
import type { WorkspaceRow } from '../store/schema.js';
import { workspaceNow } from '../store/workspace-clock.js';
import type { SentParts } from './requests/request-parts.js';

/** The workspace's current time and zone, sent with every answer so that clients need no extra request. */
export function timeHeaders(workspace: WorkspaceRow, systemNow: number): Record<string, string> {
  return {
    'Postrider-Time': new Date(workspaceNow(workspace, systemNow)).toISOString(),
    'Postrider-Time-Zone': workspace.timezone,
  };
}

/** The same headers after the request: it may have moved the sandbox's clock, or waited while someone else did. */
export async function timeHeadersAfter(
  { access, method }: Operation,
  { query }: SentParts,
  workspace: WorkspaceRow,
  { store, clock }: Services,
): Promise<Record<string, string>> {
  const clockMayHaveMoved =
    workspace.sandbox === 1 && (query.has('wait') || (access === 'test:control' && method !== 'GET'));
  const present = clockMayHaveMoved ? await findWorkspace(store, workspace.id) : undefined;
  return timeHeaders(present ?? workspace, clock.now());
}
