import { createHmac } from 'node:crypto';
import type { App } from '../../../src/contract/accounts/apps.js';

/** What a test may do to a notice before it is sent. */
interface SentXNotice {
  /** The secret that signs it; default: the API Key Secret of the app. */
  readonly secret?: string;
  /** The header instead of the right one; null: none. */
  readonly signature?: string | null;
}

/** Checks the address of an app's webhook and sends events there, as X does. */
export class XNotices {
  readonly #url: string;
  readonly #secret: string;

  constructor({ notices }: Pick<App, 'notices'>, secret: string) {
    if (notices === null) throw new Error('X cannot reach the backend.');
    this.#url = notices.url;
    this.#secret = secret;
  }

  /** The request with which X checks the address. */
  check(token?: string): Promise<Response> {
    const query = token === undefined ? '' : `?${new URLSearchParams({ crc_token: token })}`;
    return fetch(`${this.#url}${query}`);
  }

  /** An event of the X Activity API for an account. */
  mention(userId: string): Promise<Response> {
    return this.send({
      data: { event_type: 'post.mention.create', filter: { user_id: userId }, payload: { id: '1' } },
    });
  }

  send(body: unknown, { secret = this.#secret, signature }: SentXNotice = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const right = `sha256=${createHmac('sha256', secret).update(text).digest('base64')}`;
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (signature !== null) headers['x-twitter-webhooks-signature'] = signature ?? right;
    return fetch(this.#url, { method: 'POST', headers, body: text });
  }
}
