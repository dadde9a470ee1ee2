import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { secretNamed } from '../../store/secrets.js';
import type { Store } from '../../store/store.js';

/** How long after its last sign-in a browser is known, in milliseconds. */
export const KNOWN_FOR_MS = 180 * 24 * 60 * 60 * 1000;

/** Id, epoch milliseconds of the sign-in, signature. */
const TOKEN = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

/**
 * Recognizes browsers that have signed in before, by a signed cookie. It signs nobody in: attempts of such a browser are
 * counted on their own, so that a stranger's wrong passwords do not keep it out.
 */
export class KnownBrowsers {
  readonly #store: Store;
  readonly #clock: Clock;
  #secret: Promise<string> | null = null;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The browser's id; null if the token is missing, forged or too old. */
  async idIn(token: string | undefined): Promise<string | null> {
    const [, id = '', at = '', signature = ''] = TOKEN.exec(token ?? '') ?? [];
    if (id === '' || this.#clock.now() - Number(at) >= KNOWN_FOR_MS) return null;
    const wanted = Buffer.from(await this.#sign(`${id}.${at}`));
    const given = Buffer.from(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
  }

  /** @param id of the browser, if it is known already */
  async token(id: string | null): Promise<string> {
    const signed = `${id ?? randomBytes(16).toString('base64url')}.${this.#clock.now()}`;
    return `${signed}.${await this.#sign(signed)}`;
  }

  async #sign(text: string): Promise<string> {
    this.#secret ??= secretNamed(this.#store, 'known browsers').catch((error: unknown) => {
      this.#secret = null;
      throw error;
    });
    return createHmac('sha256', await this.#secret)
      .update(text)
      .digest('base64url');
  }
}
