import type { WorkspaceRow } from './schema.js';

/** What says how a workspace's time differs from the system's. Only a sandbox ever moves it. */
export type WorkspaceClock = Pick<WorkspaceRow, 'clock_offset_ms' | 'clock_frozen_at'>;

/**
 * The workspace's present time. Everything that people and networks see is in this time; leases, the end of
 * idempotency records and `wake_at` are in system time.
 *
 * @param systemNow epoch milliseconds
 */
export function workspaceNow(workspace: WorkspaceClock, systemNow: number): number {
  return workspace.clock_frozen_at ?? systemNow + workspace.clock_offset_ms;
}

/**
 * When the publisher must look at a target that is due at a time of its workspace: what `wake_at` holds.
 *
 * @param dueAt workspace time
 * @returns system time; null where that time does not come as long as the clock stands still
 */
export function wakeAt(workspace: WorkspaceClock, dueAt: number, systemNow: number): number | null {
  if (workspace.clock_frozen_at === null) return dueAt - workspace.clock_offset_ms;
  return dueAt <= workspace.clock_frozen_at ? systemNow : null;
}

/** What waits for a time, as it was written down last. Both in workspace time. */
interface Wait {
  readonly due_at: number | null;
  readonly updated_at: number;
}

/**
 * The same pause, from the present on: for what was written down by a wall clock that has been set back since.
 *
 * @param now system time
 */
export function begunAnew(
  wait: Wait & WorkspaceClock,
  now: number,
): { readonly due_at: number; readonly wake_at: number | null; readonly updated_at: number } {
  const present = workspaceNow(wait, now);
  const due = present + (wait.due_at ?? wait.updated_at) - wait.updated_at;
  return { due_at: due, wake_at: wakeAt(wait, due, now), updated_at: present };
}
