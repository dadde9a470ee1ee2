import type { TokenHealth } from './adapter.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long before a session ends its owner is told. */
const WARN_AHEAD_MS = 3 * DAY_MS;

interface SessionWords {
  /** Why and when it ends, in one sentence. @param day `2026-12-01` */
  readonly reason: (day: string) => string;
  readonly action: string;
}

/** The health of access that ends however often it is renewed. @param end as ISO 8601; undefined: it does not end */
export function sessionHealth(end: string | undefined, now: number, words: SessionWords): TokenHealth {
  const expiresAt = end === undefined ? null : Date.parse(end);
  if (expiresAt === null || expiresAt > now + WARN_AHEAD_MS) {
    return { status: 'healthy', reason: null, action: null, expiresAt };
  }
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return { status: 'expiring', reason: words.reason(day), action: words.action, expiresAt };
}
