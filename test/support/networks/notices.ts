import { createHmac } from 'node:crypto';
import type { RunningBackend } from '../../../src/backend/app/running-backend.js';
import type { App } from '../../../src/contract/accounts/apps.js';

/** What a test may do to a notice before it is sent. */
export interface SentNotice {
  /** The secret that signs it; default: that of the app. */
  readonly secret?: string;
  /** Replaces the body after it was signed. */
  readonly changedTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends notices as Meta does: over HTTP to the backend's own address, signed with the secret of the app. */
export class MetaNotices {
  readonly #backend: Pick<RunningBackend, 'url' | 'port'>;
  readonly #addresses: NonNullable<App['notices']>;
  readonly #secret: string;

  constructor(
    backend: Pick<RunningBackend, 'url' | 'port'>,
    { notices }: Pick<App, 'notices'>,
    secret: string,
  ) {
    if (notices === null) throw new Error('The network cannot reach the backend.');
    this.#backend = backend;
    this.#addresses = notices;
    this.#secret = secret;
  }

  /** The request with which Meta checks the address. */
  verify(query: Readonly<Record<string, string>> = {}): Promise<Response> {
    const asked = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': this.#addresses.verifyToken ?? '',
      ...query,
    });
    return fetch(`${this.#at(this.#addresses.url)}?${asked}`);
  }

  send(body: unknown, options: SentNotice = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : escaped(JSON.stringify(body));
    return fetch(this.#at(this.#addresses.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${this.#hmac(text, options.secret).digest('hex')}`,
        ...options.headers,
      },
      body: options.changedTo ?? text,
    });
  }

  /** Says that a person has removed the app, or wants their data deleted. */
  tell(
    what: 'removedUrl' | 'deletionUrl',
    said: Readonly<Record<string, unknown>>,
    secret?: string,
  ): Promise<Response> {
    const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...said })).toString('base64url');
    const signature = this.#hmac(payload, secret).digest('base64url');
    return fetch(this.#at(this.#addresses[what] ?? ''), {
      method: 'POST',
      body: new URLSearchParams({ signed_request: `${signature}.${payload}` }),
    });
  }

  /** What the person sees who asks what became of the deletion. */
  open(url: string): Promise<Response> {
    return fetch(this.#at(url));
  }

  #hmac(text: string, secret = this.#secret) {
    return createHmac('sha256', secret).update(text);
  }

  /** The backend listens on this machine, whatever its public address is. */
  #at(url: string): string {
    return url.replace(this.#backend.url, `http://127.0.0.1:${this.#backend.port}`);
  }
}

/** Meta writes characters beyond ASCII as escapes, and signs the bytes that it sends. */
const escaped = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
