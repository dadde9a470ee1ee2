import { findZone } from '../../../time/find-zone.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/** Longest name, in UTF-16 units. */
export const MAX_NAME_LENGTH = 100;

/** What a person may change of a workspace. What is left out stays as it is. */
export interface WorkspaceInput {
  readonly name?: string | undefined;
  /** IANA zone that local times mean from now on. Posts and schedules that there are keep their own. */
  readonly timezone?: string | undefined;
}

/** A workspace cannot be as it was wished for; the message says why. */
export class InvalidWorkspaceChange extends Error {
  override readonly name = 'InvalidWorkspaceChange';
}

/**
 * Changes a workspace; every process that serves it knows from its next request on. To wish for what is there
 * changes nothing, and is noted nowhere.
 *
 * @returns the workspace as it is then
 * @throws InvalidWorkspaceChange for a name or a time zone that cannot be
 */
export async function changeWorkspace(
  store: Store,
  { id }: Pick<WorkspaceRow, 'id'>,
  wish: WorkspaceInput,
  by: ChangedBy,
): Promise<WorkspaceRow> {
  const wanted = {
    ...(wish.name !== undefined && { name: nameOf(wish.name) }),
    ...(wish.timezone !== undefined && { timezone: zoneOf(wish.timezone) }),
  };
  return store.write(async (trx) => {
    const before = await trx
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const after = { ...before, ...wanted };
    const changes = changesBetween(before, after);
    if (changes.length === 0) return before;
    await trx.updateTable('workspaces').set(wanted).where('id', '=', id).execute();
    await recordActivity(trx, {
      workspaceId: id,
      objectId: id,
      operation: 'workspace.change',
      summary: changes.join(', '),
      ...by,
    });
    return after;
  });
}

function changesBetween(before: WorkspaceRow, after: WorkspaceRow): string[] {
  return [
    ...(before.name === after.name ? [] : [`named it “${after.name}”`]),
    ...(before.timezone === after.timezone
      ? []
      : [`set its time zone to ${after.timezone}, from ${before.timezone}`]),
  ];
}

function nameOf(wished: string): string {
  const name = wished.trim();
  if (name === '') throw new InvalidWorkspaceChange('A workspace needs a name.');
  if (name.length > MAX_NAME_LENGTH)
    throw new InvalidWorkspaceChange(`A name has at most ${MAX_NAME_LENGTH} characters.`);
  return name;
}

function zoneOf(wished: string): string {
  const zone = findZone(wished);
  if (zone.ok) return zone.name;
  throw new InvalidWorkspaceChange(zone.message);
}
