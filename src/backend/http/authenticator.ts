import type { Clock } from '../base/clock.js';
import { findApiKey } from '../domain/access/api-keys.js';
import { callerWith } from '../domain/access/caller.js';
import { looksLikeKey } from '../domain/access/key-text.js';
import type { KeyUse } from '../domain/access/key-use.js';
import type { Caller } from '../operations/call.js';
import type { Store } from '../store/store.js';
import { HttpRefusal } from './responses/http-refusal.js';

/** Finds the caller that an API key belongs to. */
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
   * @param onInactive called with the caller before a revoked or expired key is refused
   * @throws HttpRefusal without a key, or with one that is unknown, revoked or expired
   */
  async callerOf(
    authorization: string | undefined,
    onInactive: (caller: Caller) => void = () => undefined,
  ): Promise<Caller> {
    const text = bearerOf(authorization);
    if (!looksLikeKey(text)) {
      throw keyRefused(
        'key_invalid',
        'This is not a Postrider API key. It may be mistyped or cut off: copy the whole key.',
      );
    }
    const found = await findApiKey(this.#store, text);
    if (!found) {
      throw keyRefused(
        'key_invalid',
        'This backend does not know this API key. Create one with "postrider keys create".',
      );
    }
    const { key, workspace, person } = found;
    const caller = callerWith(workspace, key, person);
    if (key.revokedAt !== null) {
      onInactive(caller);
      throw keyRefused('key_revoked', `The API key "${key.label}" was revoked. Use another key.`);
    }
    if (key.expiresAt !== null && key.expiresAt <= this.#clock.now()) {
      onInactive(caller);
      throw keyRefused(
        'key_expired',
        `The API key "${key.label}" expired at ${new Date(key.expiresAt).toISOString()}. Create a new key.`,
      );
    }
    if (key.personId !== null && person === null) {
      onInactive(caller);
      throw keyRefused(
        'key_revoked',
        `Whoever made the API key "${key.label}" has no access to this workspace any more. Use another key.`,
      );
    }
    this.#use.note(key);
    return caller;
  }
}

/** The key in an `Authorization` header. @throws HttpRefusal without one */
export function bearerOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw keyRefused(
      'key_missing',
      'No API key was sent. Add the header "Authorization: Bearer postrider_api_…".',
    );
  }
  const [, text] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (text === undefined) {
    throw keyRefused('key_missing', 'The Authorization header must be "Bearer", one space, and the API key.');
  }
  return text;
}

function keyRefused(
  code: 'key_missing' | 'key_invalid' | 'key_revoked' | 'key_expired',
  detail: string,
): HttpRefusal {
  // RFC 6750, 3.1: without credentials the challenge carries no error code.
  const challenge = code === 'key_missing' ? 'Bearer' : 'Bearer error="invalid_token"';
  return new HttpRefusal(code, detail, { 'WWW-Authenticate': challenge });
}
