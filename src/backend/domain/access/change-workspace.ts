import { findZone } from '../../../time/find-zone.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/** In UTF-16 units. */
export const MAX_NAME_LENGTH = 100;

/** The settings of a workspace to change. Absent fields do not change. */
export interface WorkspaceInput {
  readonly name?: string | undefined;
  /** IANA zone of local times from now on. Existing posts and schedules keep their own zone. */
  readonly timezone?: string | undefined;
  /** Whether everybody must have a second factor. Who has none is led to set one up. */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** The workspace cannot be changed like this; the message says why. */
export class InvalidWorkspaceChange extends Error {
  override readonly name = 'InvalidWorkspaceChange';
}

/**
 * Changes a workspace's settings, effective with the next request in every process. If nothing changes, nothing is
 * recorded.
 *
 * @returns the workspace after the change
 * @throws InvalidWorkspaceChange for an invalid name or time zone
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
    ...(wish.requiresSecondFactor !== undefined && {
      requires_second_factor: wish.requiresSecondFactor ? (1 as const) : (0 as const),
    }),
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
    ...(before.name === after.name ? [] : [`renamed to “${after.name}”`]),
    ...(before.timezone === after.timezone
      ? []
      : [`changed the time zone from ${before.timezone} to ${after.timezone}`]),
    ...(before.requires_second_factor === after.requires_second_factor
      ? []
      : [after.requires_second_factor === 1 ? 'required a second factor' : 'made a second factor optional']),
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
  throw new InvalidWorkspaceChange(`${zone.message} ${zone.fix}`);
}
