import type { Clock } from '../../src/backend/base/clock.js';
import { createSignInLink } from '../../src/backend/domain/access/sign-in-links.js';
import type { BackendUnderTest } from './running-backend.js';

/** A page as a browser without scripts sees it. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** A browser without scripts, which keeps its cookie and submits forms. */
export class Visitor {
  readonly #url: string;
  cookie: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** A visitor who signed in with a link from the terminal. */
  static async signedIn(
    test: Pick<BackendUnderTest<Clock>, 'backend' | 'workspace' | 'clock'>,
  ): Promise<Visitor> {
    const visitor = new Visitor(test.backend.url);
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
    const { html } = await this.open('/settings/keys/new');
    return /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  async #send(path: string, init: RequestInit): Promise<SeenPage> {
    const response = await fetch(`${this.#url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(this.cookie !== null && { cookie: this.cookie }), ...init.headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.cookie = cookie.includes('Max-Age=0') ? null : pair;
    }
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
}
