import { isRecord } from '../../base/is-record.js';

/** How long a call is kept, in ms: longer than its token is valid, so that the answer says what is wrong with it. */
const KEPT_MS = 3_600_000;

/** Calls kept at a time, of one caller and of all. */
const MAX_KEPT_PER_CALLER = 50;
const MAX_KEPT = 1_000;

/** Characters of the arguments of all kept calls. */
const MAX_LENGTH = 10_000_000;

/** Names under which a confirmToken is accepted, without case and underscores. */
const TOKEN_NAMES = new Set(['confirmtoken', 'confirmationtoken', 'confirm', 'token']);

/** A call whose preview was returned. */
export interface ShownCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the person was asked to agree to, by argument. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The server's time of the preview, epoch milliseconds. */
  readonly shownAt: number;
}

/** A call as its host sent it. */
interface Caller {
  /** Tells callers apart. */
  readonly secret: string;
  readonly tool: string;
  readonly args: unknown;
}

interface Kept extends ShownCall {
  readonly secret: string;
  readonly until: number;
  readonly length: number;
}

/**
 * Calls that wait for a person's yes, by their confirmToken, so that the token alone is enough to go on. What is not
 * kept, after a restart or in another process, has to be repeated with all its arguments: the token's signature
 * decides, not this memory.
 */
export class ShownCalls {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #length = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  keep(
    { secret, tool, args }: Caller,
    token: string,
    { parts, shownAt }: Pick<ShownCall, 'parts' | 'shownAt'>,
  ): void {
    if (!isRecord(args)) return;
    const given = Object.fromEntries(Object.entries(args).filter(([name]) => !isTokenName(name)));
    const length = JSON.stringify([given, parts]).length;
    this.#forget(token);
    const until = this.#now() + KEPT_MS;
    this.#kept.set(token, { secret, tool, args: given, parts, shownAt, length, until });
    this.#length += length;
    this.#makeRoom(secret);
  }

  find(secret: string, token: string): ShownCall | undefined {
    const kept = this.#kept.get(token.trim());
    return kept?.secret === secret && kept.until >= this.#now() ? kept : undefined;
  }

  /** The arguments of a call with a confirmToken: those that it leaves out are those of the call that was shown. */
  completed({ secret, tool, args }: Caller): unknown {
    if (this.#kept.size === 0 || !isRecord(args)) return args;
    const token = tokenIn(args);
    const shown = token === undefined ? undefined : this.find(secret, token);
    return shown?.tool === tool ? { ...shown.args, ...args } : args;
  }

  #makeRoom(secret: string): void {
    const own = [...this.#kept].filter(([, kept]) => kept.secret === secret).map(([token]) => token);
    for (const token of own.slice(0, -MAX_KEPT_PER_CALLER)) this.#forget(token);
    for (const [token, { until }] of this.#kept) {
      const isFull = this.#kept.size > MAX_KEPT || this.#length > MAX_LENGTH;
      if (!isFull && until >= this.#now()) return;
      this.#forget(token);
    }
  }

  #forget(token: string): void {
    this.#length -= this.#kept.get(token)?.length ?? 0;
    this.#kept.delete(token);
  }
}

/** The confirmToken among the arguments of a call. */
export function tokenIn(args: unknown): string | undefined {
  if (!isRecord(args)) return undefined;
  const found = Object.entries(args).find(([name, value]) => typeof value === 'string' && isTokenName(name));
  return found === undefined ? undefined : String(found[1]);
}

/** Whether a call has no other argument than its confirmToken. */
export function hasOnlyToken(args: unknown): boolean {
  return isRecord(args) && tokenIn(args) !== undefined && Object.keys(args).every(isTokenName);
}

function isTokenName(name: string): boolean {
  return TOKEN_NAMES.has(name.replaceAll('_', '').toLowerCase());
}
