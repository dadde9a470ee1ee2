import type { Clock } from '../base/clock.js';
import { findApiKey } from '../domain/access/api-keys.js';
import { looksLikeKey } from '../domain/access/key-text.js';
import type { KeyUse } from '../domain/access/key-use.js';
import type { Caller } from '../operations/call.js';
import { RequestRefused } from '../operations/refusal.js';
import type { Store } from '../store/store.js';

/** Finds out whose key a request carries. */
export class Authenticator {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #use: KeyUse;

  constructor(store: Store, clock: Clock, use: KeyUse) {
    this.#store = store;
    this.#clock = clock;
    this.#use = use;
  }

  /**
   * @param authorization the request's `Authorization` header
   * @param whoseEnded told whose key it was, where it is refused for having ended
   * @throws RequestRefused where there is no key, or none that may be used
   */
  async callerOf(
    authorization: string | undefined,
    whoseEnded: (caller: Caller) => void = () => undefined,
  ): Promise<Caller> {
    const text = bearerOf(authorization);
    if (!looksLikeKey(text)) {
      throw keyRefused(
        'key_invalid',
        'That is no API key, or it was mistyped or cut short. Copy the whole key.',
      );
    }
    const found = await findApiKey(this.#store, text);
    if (!found) {
      throw keyRefused(
        'key_invalid',
        'This backend does not know that API key. Make one with "postrider keys create".',
      );
    }
    const { key, workspace } = found;
    const caller = { workspace, key: { ...key, scopes: new Set(key.scopes) } };
    if (key.revokedAt !== null) {
      whoseEnded(caller);
      throw keyRefused('key_revoked', `The key "${key.label}" was revoked. Use another one.`);
    }
    if (key.expiresAt !== null && key.expiresAt <= this.#clock.now()) {
      whoseEnded(caller);
      throw keyRefused(
        'key_expired',
        `The key "${key.label}" expired at ${new Date(key.expiresAt).toISOString()}. Make a new one.`,
      );
    }
    this.#use.note(key);
    return caller;
  }
}

function bearerOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw keyRefused('key_missing', 'Send an API key in the header "Authorization: Bearer postrider_api_…".');
  }
  const [, text] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (text === undefined) {
    throw keyRefused('key_missing', 'The Authorization header must read "Bearer", a space, and the API key.');
  }
  return text;
}

function keyRefused(
  code: 'key_missing' | 'key_invalid' | 'key_revoked' | 'key_expired',
  detail: string,
): RequestRefused {
  // RFC 6750, 3.1: no error is named where no credentials were sent.
  const challenge = code === 'key_missing' ? 'Bearer' : 'Bearer error="invalid_token"';
  return new RequestRefused(code, detail, {}, { 'WWW-Authenticate': challenge });
}
