import type { Clock } from '../base/clock.js';
import { type FoundKey, findApiKey, findKeyById } from '../domain/access/api-keys.js';
import { callerWith } from '../domain/access/caller.js';
import { looksLikeKey } from '../domain/access/key-text.js';
import type { KeyUse } from '../domain/access/key-use.js';
import { findAccessToken } from '../domain/assistants/access-tokens.js';
import { looksLikeAccessToken, previewSecretOf } from '../domain/assistants/credentials.js';
import type { Caller } from '../operations/call.js';
import type { Store } from '../store/store.js';
import type { HandedCaller } from './request-context.js';
import { HttpRefusal } from './responses/http-refusal.js';

type OnInactive = (caller: Caller) => void;

/** Finds the caller that an API key, or the access token of an assistant, belongs to. */
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
   * The caller of the API.
   *
   * @param authorization the request's `Authorization` header
   * @param onInactive called with the caller before a revoked or expired key is refused
   * @throws HttpRefusal without a key, or with one that is unknown, revoked or expired
   */
  async callerOf(
    authorization: string | undefined,
    onInactive: OnInactive = () => undefined,
  ): Promise<Caller> {
    const text = bearerOf(authorization);
    if (looksLikeAccessToken(text)) {
      throw keyRefused(
        'key_invalid',
        'This is the access token of a connected assistant, which is for /mcp alone. Use an API key: create one with "postrider keys create".',
      );
    }
    return this.#callerOfKey(text, onInactive);
  }

  /**
   * The caller of the tools at `/mcp`: an API key, or a connected assistant.
   *
   * @throws HttpRefusal
   */
  async toolCallerOf(authorization: string | undefined, onInactive: OnInactive): Promise<HandedCaller> {
    const text = bearerOf(authorization);
    if (!looksLikeAccessToken(text))
      return { caller: await this.#callerOfKey(text, onInactive), secret: text };
    const token = await findAccessToken(this.#store, text);
    if (token === null) {
      throw keyRefused(
        'key_invalid',
        'This access token is unknown: the connection has ended. Connect again.',
      );
    }
    if (token.expiresAt <= this.#clock.now()) {
      throw keyRefused(
        'key_expired',
        'This access token has expired. Ask for a new one with the refresh token.',
      );
    }
    const caller = this.#active(await findKeyById(this.#store, token.connectionId), onInactive);
    return { caller, secret: await previewSecretOf(this.#store, caller.key.id) };
  }

  /**
   * The same caller as it is now: its rights may have changed, or ended, since the request that brought it.
   *
   * @throws HttpRefusal
   */
  async again({ key }: Caller, onInactive: OnInactive): Promise<Caller> {
    return this.#active(await findKeyById(this.#store, key.id), onInactive);
  }

  async #callerOfKey(text: string, onInactive: OnInactive): Promise<Caller> {
    if (!looksLikeKey(text)) {
      throw keyRefused(
        'key_invalid',
        'This is not a Postrider API key. It may be mistyped or cut off: copy the whole key.',
      );
    }
    return this.#active(await findApiKey(this.#store, text), onInactive);
  }

  #active(found: FoundKey | undefined, onInactive: OnInactive): Caller {
    if (!found) {
      throw keyRefused(
        'key_invalid',
        'This backend does not know this API key. Create one with "postrider keys create".',
      );
    }
    const { key, workspace, person } = found;
    const caller: Caller = {
      ...callerWith(workspace, key, person),
      ...(key.clientId !== null && { isAssistant: true }),
    };
    if (key.revokedAt !== null) {
      onInactive(caller);
      throw keyRefused(
        'key_revoked',
        key.clientId === null
          ? `The API key "${key.label}" was revoked. Use another key.`
          : `The connection of "${key.label}" has ended. Connect it again.`,
      );
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
        `The person who made the API key "${key.label}" no longer has access to this workspace. Use another key.`,
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
