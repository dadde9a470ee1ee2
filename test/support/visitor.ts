import type { Clock } from '../../src/backend/base/clock.js';
import { sessionCookie } from '../../src/backend/dashboard/sign-in/cookie.js';
import { createSignInLink } from '../../src/backend/domain/access/sign-in-links.js';
import type { BackendUnderTest } from './running-backend.js';

/** A page as a browser without scripts sees it. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** The cookie of a session as a browser sends it to the server at an address. */
export function sessionCookieAt(publicUrl: string, secret: string): string {
  return sessionCookie(secret, { publicUrl }).split(';', 1)[0] ?? '';
}

/** A browser without scripts, which keeps its cookies and submits forms. */
export class Visitor {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** The cookie of its session. */
  cookie: string | null = null;
  /** The cookie by which the server knows a browser that has signed in before. */
  device: string | null = null;
  /** The cookie of a sign-in that waits for its next step. */
  step: string | null = null;

  /** @param headers sent with every request, such as the browser’s name */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** A visitor who signed in with a link from the terminal. */
  static async signedIn(
    test: Pick<BackendUnderTest<Clock>, 'backend' | 'workspace' | 'clock'>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Visitor> {
    const visitor = new Visitor(`http://127.0.0.1:${test.backend.port}`, headers);
    const token = await createSignInLink(test.backend.services.store, test.workspace.id, test);
    await visitor.open(`/sign-in?token=${token}`);
    if (visitor.cookie === null) throw new Error('The link did not sign in.');
    return visitor;
  }

  /** Reads a page without following redirects. */
  open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<SeenPage> {
    return this.#send(path, { headers });
  }

  /** Submits a form with the CSRF token of this session. */
  async send(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SeenPage> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of typeof value === 'string' ? [value] : value) form.append(name, one);
    }
    if (!form.has('csrf') && this.cookie !== null) form.set('csrf', await this.csrfToken());
    return this.#send(path, { method: 'POST', body: form, headers });
  }

  /** The CSRF token on this session's pages. */
  async csrfToken(): Promise<string> {
    const { html } = await this.open('/settings/sign-in');
    return /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  async #send(path: string, init: RequestInit): Promise<SeenPage> {
    const cookies = [this.cookie, this.device, this.step].filter((one) => one !== null);
    const response = await fetch(`${this.#url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        ...this.#headers,
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        ...init.headers,
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const kept = cookie.includes('Max-Age=0') ? null : pair;
      if (/postrider_device[_=]/.test(pair)) this.device = kept;
      else if (/postrider_step[_=]/.test(pair)) this.step = kept;
      else this.cookie = kept;
    }
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
}
