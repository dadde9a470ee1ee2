import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const OIDC_CLIENT = {
  clientId: 'postrider',
  clientSecret: 'a secret of the tests, and of no one else',
};

/** An OpenID Connect provider on this machine, at which anybody can sign in under any name. */
export class OidcServer {
  readonly issuer: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** It answers once {@link serve} has told it about its client. */
  static async start(): Promise<OidcServer> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new OidcServer(server);
  }

  /** @param redirectUri of its only client */
  serve(redirectUri: string): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: OIDC_CLIENT.clientId,
          client_secret: OIDC_CLIENT.clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      cookies: { keys: ['a key of the tests'] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    });
    this.#server.on('request', provider.callback());
  }

  /**
   * What a browser does there: signs in under a name, and agrees.
   *
   * @param to where the backend sent it
   * @returns where the provider sends it back to
   */
  async signIn(to: string, name: string): Promise<string> {
    const cookies = new Map<string, string>();
    const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
      const response = await fetch(new URL(url, this.issuer), {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const [key = '', value = ''] = pair.split(/=(.*)/s);
        cookies.set(key, value);
      }
      return response;
    };
    let response = await visit(to);
    for (let hop = 0; hop < 12; hop += 1) {
      const next = response.headers.get('location');
      if (next !== null && !new URL(next, this.issuer).href.startsWith(this.issuer)) return next;
      if (next !== null) response = await visit(next);
      else {
        const html = await response.text();
        const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
        if (action === undefined) throw new Error(`The provider shows no form: ${html.slice(0, 500)}`);
        const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1] ?? '';
        response = await visit(
          action,
          prompt === 'login' ? { prompt, login: name, password: 'any' } : { prompt },
        );
      }
    }
    throw new Error('The provider never sends the browser back.');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
