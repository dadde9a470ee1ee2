import { findZone } from '../../../time/find-zone.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { writersOf } from './approvers.js';

/** In UTF-16 units. */
export const MAX_NAME_LENGTH = 100;

/** The settings of a workspace to change. Absent fields do not change. */
export interface WorkspaceInput {
  readonly name?: string | undefined;
  /** IANA zone of local times from now on. Existing posts and schedules keep their own zone. */
  readonly timezone?: string | undefined;
  /** Whether everybody must have a second factor. Who has none is led to set one up. */
  readonly requiresSecondFactor?: boolean | undefined;
  /** Whether somebody other than its author approves each post. What is scheduled stays so. */
  readonly requiresOtherApprover?: boolean | undefined;
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
 * @throws InvalidWorkspaceChange for an invalid name or time zone, or if nobody could approve the posts of anybody else
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
    ...(wish.requiresOtherApprover !== undefined && {
      requires_other_approver: wish.requiresOtherApprover ? (1 as const) : (0 as const),
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
    if (after.requires_other_approver > before.requires_other_approver) await refuseAlone(trx, id);
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
    ...(before.requires_other_approver === after.requires_other_approver
      ? []
      : [
          after.requires_other_approver === 1
            ? 'required that somebody other than its author approves each post'
            : 'let authors publish their own posts',
        ]),
  ];
}

/** Where only one person writes and approves, nothing could be published. */
async function refuseAlone(trx: Write, workspaceId: string): Promise<void> {
  const [first, ...others] = await writersOf(trx, workspaceId);
  if (others.length > 0) return;
  throw new InvalidWorkspaceChange(
    `Nobody but ${first?.name ?? 'the owner'} can write or approve posts here, so nothing of theirs could be published. Invite somebody first, as editor, approver or owner.`,
  );
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
