import type { Context } from 'hono';
import type { Log } from '../../base/log.js';
import { type CheckRank, PasswordChecks } from '../../domain/access/password-checks.js';
import { isPasswordOf } from '../../domain/access/passwords.js';
import type { TakeToken } from '../../http/rate-limit.js';
import type { HttpEnv } from '../../http/request-context.js';
import { type ClientAddresses, networkOf } from '../../http/requests/client-address.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { sessionOf } from '../error-responses.js';
import { deviceCookie, deviceTokenOf } from './cookie.js';
import { KNOWN_FOR_MS, KnownBrowsers } from './known-browsers.js';

/** Attempts of one address or one known browser per minute, and in a burst. */
const MAX_PER_MINUTE = 10;

const SECONDS_PER_ATTEMPT = 60 / MAX_PER_MINUTE;

/** When to try again if too many passwords are waiting to be checked, in seconds. */
const BUSY_SECONDS = 2;

/**
 * Attempts at the codes of one person per minute, and in a burst. Three codes of a million count at a time: somebody who has
 * the password and goes on for a day finds one with a probability of 2 %.
 */
const MAX_CODES_PER_MINUTE = 5;

export interface Refused {
  readonly is: 'refused';
  readonly waitSeconds: number;
  readonly why: string;
}

export type AttemptResult = { readonly is: 'right' | 'wrong' } | Refused;

interface AttemptsOptions {
  readonly take: TakeToken;
  readonly clients: ClientAddresses;
  readonly log: Log;
}

/**
 * Attempts at passwords. They are counted before they are checked: for each address, and separately for each
 * browser that has signed in before. There is no limit for all together, with which a stranger could keep people out.
 */
export class Attempts {
  readonly #services: Services;
  readonly #options: AttemptsOptions;
  readonly #browsers: KnownBrowsers;
  readonly #checks = new PasswordChecks();
  #hasWarned = false;

  constructor(services: Services, options: AttemptsOptions) {
    this.#services = services;
    this.#options = options;
    this.#browsers = new KnownBrowsers(services);
  }

  /**
   * An attempt to sign in.
   *
   * @param hash of the password of the person who is named; null: there is nobody with this name
   */
  async check(c: Context<HttpEnv>, hash: string | null, password: string): Promise<AttemptResult> {
    this.#warnOfProxy(c);
    const known = await this.#knownAs(c);
    const who = known ?? `address ${networkOf(c.get('context').clientAddress())}`;
    return this.#check(who, known !== null, hash, password);
  }

  /** An attempt by somebody who is signed in. */
  checkOfSession(sessionId: string, hash: string, password: string): Promise<AttemptResult> {
    return this.#check(`session ${sessionId}`, true, hash, password);
  }

  async #check(who: string, isKnown: boolean, hash: string | null, password: string): Promise<AttemptResult> {
    const left = await this.#options.take(`admin-password ${who}`, MAX_PER_MINUTE);
    if (left < 0) return tooMany(-left * SECONDS_PER_ATTEMPT);
    const rank: CheckRank = isKnown ? 'known' : left >= MAX_PER_MINUTE - 1 ? 'fresh' : 'repeated';
    const isRight = await this.#checks.run(rank, () => isPasswordOf(hash, password));
    if (isRight !== null) return { is: isRight ? 'right' : 'wrong' };
    const why = `Too many people are signing in right now. Try again in ${BUSY_SECONDS} s.`;
    return { is: 'refused', waitSeconds: BUSY_SECONDS, why };
  }

  /**
   * Counts an attempt at a code, before it is checked. It is counted for each person whose password was right, and
   * separately for browsers that they have signed in with, so that nobody who learned the password keeps them out.
   *
   * @returns why it is refused; null: the code may be checked
   */
  async countCode(c: Context<HttpEnv>, personId: string): Promise<Refused | null> {
    return this.#countCode(personId, (await this.#knownAs(c)) ?? 'elsewhere');
  }

  /** An attempt at a code by somebody who is signed in. */
  countCodeOfSession(sessionId: string, personId: string): Promise<Refused | null> {
    return this.#countCode(personId, `session ${sessionId}`);
  }

  /**
   * Counts a browser that asks for a challenge, which is stored for ten minutes.
   *
   * @throws RequestRefused `rate_limited`
   */
  async requireChallengeTurn(c: Context<HttpEnv>): Promise<void> {
    const who = (await this.#knownAs(c)) ?? `address ${networkOf(c.get('context').clientAddress())}`;
    const left = await this.#options.take(`challenge ${who}`, MAX_PER_MINUTE);
    if (left >= 0) return;
    const { why, waitSeconds } = tooMany(-left * SECONDS_PER_ATTEMPT);
    throw new RequestRefused('rate_limited', why, { retryAfterSeconds: waitSeconds });
  }

  async #countCode(personId: string, who: string): Promise<Refused | null> {
    const left = await this.#options.take(`code ${personId} ${who}`, MAX_CODES_PER_MINUTE);
    return left < 0 ? tooMany(-left * (60 / MAX_CODES_PER_MINUTE)) : null;
  }

  /** The `Set-Cookie` header by which the browser is known from now on. */
  async knownBrowser(c: Context<HttpEnv>): Promise<string> {
    const { publicUrl } = this.#services;
    const id = await this.#browsers.idIn(deviceTokenOf(c, { publicUrl }));
    return deviceCookie(await this.#browsers.token(id), KNOWN_FOR_MS, { publicUrl });
  }

  async #knownAs(c: Context<HttpEnv>): Promise<string | null> {
    const browser = await this.#browsers.idIn(deviceTokenOf(c, this.#services));
    if (browser !== null) return `browser ${browser}`;
    const session = await sessionOf(c, { services: this.#services });
    return session === null ? null : `session ${session.id}`;
  }

  /** Says once that a proxy hides the addresses of clients. */
  #warnOfProxy(c: Context<HttpEnv>): void {
    const { clients, log } = this.#options;
    if (this.#hasWarned || !clients.ignoresProxy(c)) return;
    this.#hasWarned = true;
    log.warn(
      { address: c.get('context').clientAddress() },
      'a proxy forwards sign-ins, but is not trusted, so that all its clients count as one: name its address in --trusted-proxies',
    );
  }
}

function tooMany(seconds: number): Refused {
  const waitSeconds = Math.max(1, Math.ceil(seconds));
  return { is: 'refused', waitSeconds, why: `Too many attempts. Try again in ${waitSeconds} s.` };
}
