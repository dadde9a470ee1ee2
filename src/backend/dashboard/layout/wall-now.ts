import { findZone } from '../../../time/find-zone.js';
import { type WallTime, wallTimeAt } from '../../../time/wall-clock.js';
import type { User } from '../user.js';

/** The current wall time in the workspace’s zone. */
export function wallNow({ now, workspace }: User): WallTime {
  const found = findZone(workspace.timezone);
  if (!found.ok) throw new RangeError(found.message);
  return wallTimeAt(now, found.zone);
}
