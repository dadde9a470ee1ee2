/** Failures often come together, so the first one waits this long for others, in milliseconds. */
export const GATHER_MS = 30_000;

/** The least time between two alerts to one address, in milliseconds. */
export const ALERT_INTERVAL_MS = 10 * 60_000;

/** How long a claimed alert belongs to its process, in milliseconds: longer than sending may take. */
export const ALERT_LEASE_MS = 90_000;

/** How long sending may take, in milliseconds. */
export const ALERT_TIMEOUT_MS = 60_000;

/** Pauses between attempts, in milliseconds. After the last one, an alert is given up. */
export const ALERT_RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const;

/** How often it looks for what no event reports, in milliseconds. */
export const TROUBLE_INTERVAL_MS = 60_000;
