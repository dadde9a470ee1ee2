import type { Operation } from '../../contract/operation.js';
import { findWorkspace } from '../domain/access/workspaces.js';
import type { Services } from '../operations/services.js';
import type { WorkspaceRow } from '../store/schema.js';
import { workspaceNow } from '../store/workspace-clock.js';
import type { SentParts } from './request-parts.js';

/** What answers say of a workspace's present time, so that nobody need ask for it. */
export function timeHeaders(workspace: WorkspaceRow, systemNow: number): Record<string, string> {
  return {
    'Postrider-Time': new Date(workspaceNow(workspace, systemNow)).toISOString(),
    'Postrider-Time-Zone': workspace.timezone,
  };
}

/** The same once a request was carried out: by itself, or while it was held, a sandbox's clock may have been moved. */
export async function timeHeadersAfter(
  { access, method }: Operation,
  { query }: SentParts,
  workspace: WorkspaceRow,
  { store, clock }: Services,
): Promise<Record<string, string>> {
  const mayBeMoved =
    workspace.sandbox === 1 && (query.has('wait') || (access === 'test:control' && method !== 'GET'));
  const present = mayBeMoved ? await findWorkspace(store, workspace.id) : undefined;
  return timeHeaders(present ?? workspace, clock.now());
}
