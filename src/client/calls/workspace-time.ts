/** The current time of the key's workspace, from every response. In a sandbox, it can be moved. */
export interface WorkspaceTime {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly utc: string;
  /** The workspace's IANA time zone. */
  readonly timezone: string;
}

/** Reads `Postrider-Time` and `Postrider-Time-Zone`; null if an older backend sends neither. */
export function workspaceTimeOf(headers: Readonly<Record<string, string>>): WorkspaceTime | null {
  const utc = headers['postrider-time'];
  const timezone = headers['postrider-time-zone'];
  if (utc === undefined || timezone === undefined || Number.isNaN(Date.parse(utc))) return null;
  return { utc, timezone };
}
