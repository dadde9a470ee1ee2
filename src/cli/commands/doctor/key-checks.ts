import { ApiError } from '../../../client/api-errors.js';
import { PostriderError } from '../../../client/errors.js';
import { redact } from '../../../client/redact.js';
import { keyStart } from '../../output/key-start.js';
import { oneShotClient } from './server-check.js';

interface Refused {
  readonly why: string;
  /** The backend said so; false where it was not reached. */
  readonly sure: boolean;
}

/** Tries keys at their backends, each pair once. */
export class KeyChecks {
  readonly #signal: AbortSignal;
  readonly #tried = new Map<string, Promise<Refused | null>>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @returns null where the key is valid */
  try(key: string, baseUrl: string): Promise<Refused | null> {
    const pair = `${key} ${baseUrl}`;
    const known = this.#tried.get(pair);
    if (known !== undefined) return known;
    const trial = this.#ask(key, baseUrl);
    this.#tried.set(pair, trial);
    return trial;
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
        return { why: `its key ${keyStart(key)}… is refused: ${error.detail}`, sure: true };
      return { why: `its key ${keyStart(key)}… could not be tried at ${redact(baseUrl)}.`, sure: false };
    } finally {
      await client.close();
    }
  }
}
