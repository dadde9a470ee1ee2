import type { WorkspaceRow } from './schema.js';

/** How a workspace's time differs from system time. Only a sandbox can move it. */
export type WorkspaceClock = Pick<WorkspaceRow, 'clock_offset_ms' | 'clock_frozen_at'>;

/**
 * The workspace's current time. Everything that people and networks see uses it; leases, idempotency expiry and
 * `wake_at` use system time.
 *
 * @param systemNow epoch milliseconds
 */
export function workspaceNow(workspace: WorkspaceClock, systemNow: number): number {
  return workspace.clock_frozen_at ?? systemNow + workspace.clock_offset_ms;
}

/**
 * The `wake_at` of a target: when the publisher must look at it.
 *
 * @param dueAt workspace time
 * @returns system time; null if the frozen clock never reaches `dueAt`
 */
export function wakeAt(workspace: WorkspaceClock, dueAt: number, systemNow: number): number | null {
  if (workspace.clock_frozen_at === null) return dueAt - workspace.clock_offset_ms;
  return dueAt <= workspace.clock_frozen_at ? systemNow : null;
}

/** A stored wait. Both instants are workspace time. */
interface Wait {
  readonly due_at: number | null;
  readonly updated_at: number;
}

/**
 * Restarts a wait from the current time: for rows written before the wall clock was set back.
 *
 * @param now system time
 */
export function restartedWait(
  wait: Wait & WorkspaceClock,
  now: number,
): { readonly due_at: number; readonly wake_at: number | null; readonly updated_at: number } {
  const present = workspaceNow(wait, now);
  const due = present + (wait.due_at ?? wait.updated_at) - wait.updated_at;
  return { due_at: due, wake_at: wakeAt(wait, due, now), updated_at: present };
}
