/** The present time of the key's workspace, as the service says on every answer. A sandbox may have moved it. */
export interface WorkspaceTime {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly utc: string;
  /** IANA zone that local times mean in the workspace. */
  readonly timezone: string;
}

/** Reads `Postrider-Time` and `Postrider-Time-Zone`; null where an older service sends neither. */
export function workspaceTimeOf(headers: Readonly<Record<string, string>>): WorkspaceTime | null {
  const utc = headers['postrider-time'];
  const timezone = headers['postrider-time-zone'];
  if (utc === undefined || timezone === undefined || Number.isNaN(Date.parse(utc))) return null;
  return { utc, timezone };
}
