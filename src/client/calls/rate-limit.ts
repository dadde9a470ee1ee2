/** The rate limit, from the headers of every response. */
export interface RateLimit {
  /** Requests per window; null if unknown. */
  readonly limit: number | null;
  readonly remaining: number;
  /** Seconds until the limit resets; null if unknown. */
  readonly resetSeconds: number | null;
}

/**
 * Reads `RateLimit: "default";r=59;t=12` with `RateLimit-Policy: "default";q=60;w=60`, and the older
 * `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.
 */
export function rateLimitOf(headers: Readonly<Record<string, string>>): RateLimit | null {
  const now = headers['ratelimit'];
  const policy = headers['ratelimit-policy'];
  const remaining = numberOf(now, /;\s*r=(\d+)/) ?? numberOf(headers['ratelimit-remaining'], /^(\d+)/);
  if (remaining === null) return null;
  return {
    limit: numberOf(policy, /;\s*q=(\d+)/) ?? numberOf(headers['ratelimit-limit'], /^(\d+)/),
    remaining,
    resetSeconds: numberOf(now, /;\s*t=(\d+)/) ?? numberOf(headers['ratelimit-reset'], /^(\d+)/),
  };
}

function numberOf(text: string | undefined, pattern: RegExp): number | null {
  const found = text === undefined ? undefined : pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
