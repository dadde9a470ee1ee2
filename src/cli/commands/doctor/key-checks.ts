import { ApiError } from '../../../client/errors/api-errors.js';
import { PostriderError } from '../../../client/errors/errors.js';
import { redact } from '../../../client/redact.js';
import { keyStart } from '../../output/key-start.js';
import { oneShotClient } from './server-check.js';

interface Refused {
  readonly why: string;
  /** True if the backend rejected the key, false if it was not reached. */
  readonly sure: boolean;
}

/** Checks keys with their backends, each pair once. */
export class KeyChecks {
  readonly #signal: AbortSignal;
  readonly #checked = new Map<string, Promise<Refused | null>>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @returns null if the key is valid */
  try(key: string, baseUrl: string): Promise<Refused | null> {
    const pair = `${key} ${baseUrl}`;
    const known = this.#checked.get(pair);
    if (known !== undefined) return known;
    const check = this.#ask(key, baseUrl);
    this.#checked.set(pair, check);
    return check;
  }

  async #ask(key: string, baseUrl: string): Promise<Refused | null> {
    const source = { kind: 'default' } as const;
    const client = await oneShotClient({
      apiKey: { value: key, source },
      baseUrl: { value: baseUrl, source },
      allowHttp: { value: false, source },
    });
    try {
      await client.me.get({ signal: this.#signal });
      return null;
    } catch (error) {
      if (!(error instanceof PostriderError)) throw error;
      if (error instanceof ApiError && error.status === 401)
        return { why: `its key ${keyStart(key)}… was rejected: ${error.detail}`, sure: true };
      return { why: `its key ${keyStart(key)}… could not be checked at ${redact(baseUrl)}.`, sure: false };
    } finally {
      await client.close();
    }
  }
}
