import { createHash, randomBytes } from 'node:crypto';
import type { SeenPage, Visitor } from '../../support/visitor.js';

export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export const LOOPBACK_REDIRECT = 'http://127.0.0.1:33418/callback';

/** Where the backend is on this machine. */
interface Place {
  readonly backend: { readonly port: number };
}

type Fields = Readonly<Record<string, string>>;

/** A program that connects with OAuth, step by step, so that a test can do each step wrongly. */
export class OAuthProgram {
  readonly url: string;
  readonly verifier = randomBytes(32).toString('base64url');
  clientId: string;
  readonly redirectUri: string;

  constructor(test: Place, clientId: string, redirectUri = LOOPBACK_REDIRECT) {
    this.url = `http://127.0.0.1:${test.backend.port}`;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
  }

  static async registered(
    test: Place,
    metadata: Readonly<Record<string, unknown>> = {},
  ): Promise<OAuthProgram> {
    const program = new OAuthProgram(test, '');
    const { status, body } = await program.register(metadata);
    if (status !== 201) throw new Error(`The registration was refused: ${JSON.stringify(body)}`);
    const [redirectUri] = body['redirect_uris'] as string[];
    return new OAuthProgram(test, String(body['client_id']), redirectUri);
  }

  register(metadata: Readonly<Record<string, unknown>> = {}): Promise<OAuthAnswer> {
    return this.send('/register', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Test program',
        redirect_uris: [LOOPBACK_REDIRECT],
        token_endpoint_auth_method: 'none',
        ...metadata,
      }),
    });
  }

  /** The path that a person opens. @param changes parameters to replace; empty ones are left out */
  authorizePath(changes: Fields = {}): string {
    const query = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_challenge: challengeOf(this.verifier),
      code_challenge_method: 'S256',
      state: 'state-1',
      resource: `${this.url}/mcp`,
      ...changes,
    };
    const sent = Object.entries(query).filter(([, value]) => value !== '');
    return `/authorize?${new URLSearchParams(sent)}`;
  }

  /** The page that follows the person's decision. */
  async decide(person: Visitor, fields: Fields = {}, changes: Fields = {}): Promise<SeenPage> {
    const { html } = await person.open(this.authorizePath(changes));
    return person.send('/authorize', {
      request: requestIn(html),
      decision: 'approve',
      preset: 'draft',
      ...fields,
    });
  }

  /** The code that the person's approval brings. */
  async code(person: Visitor, fields: Fields = {}): Promise<string> {
    const address = addressIn((await this.decide(person, fields)).html);
    return address.searchParams.get('code') ?? '';
  }

  token(fields: Fields, headers: Fields = {}): Promise<OAuthAnswer> {
    return this.form('/token', { client_id: this.clientId, ...fields }, headers);
  }

  exchange(code: string, changes: Fields = {}, headers: Fields = {}): Promise<OAuthAnswer> {
    return this.token(
      {
        grant_type: 'authorization_code',
        ...{ code, redirect_uri: this.redirectUri, code_verifier: this.verifier },
        ...changes,
      },
      headers,
    );
  }

  refresh(token: unknown, changes: Fields = {}): Promise<OAuthAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: String(token), ...changes });
  }

  /** The whole way. @returns the answer of the token endpoint */
  async connect(person: Visitor, fields: Fields = {}): Promise<OAuthAnswer['body']> {
    const { status, body } = await this.exchange(await this.code(person, fields));
    if (status !== 200) throw new Error(`The code was refused: ${JSON.stringify(body)}`);
    return body;
  }

  form(path: string, fields: Fields, headers: Fields = {}): Promise<OAuthAnswer> {
    return this.send(path, { body: new URLSearchParams(fields), headers });
  }

  /** A request to `/mcp` with an access token. */
  async mcp(token: unknown, message: object = LIST_TOOLS): Promise<Response> {
    return fetch(`${this.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${String(token)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    });
  }

  /** What a tool answers, as text. */
  async callTool(token: unknown, name: string, args: object = {}): Promise<string> {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return (await this.mcp(token, call)).text();
  }

  async send(path: string, init: RequestInit): Promise<OAuthAnswer> {
    const response = await fetch(`${this.url}${path}`, { method: 'POST', ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }
}

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The secret of the request in a consent page; empty: the page asks for nothing. */
export const requestIn = (html: string): string => /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Where a page moves on to. */
export function addressIn(html: string): URL {
  const [, address] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html) ?? [];
  if (address === undefined) throw new Error(`This page leads nowhere: ${html.slice(-1_500)}`);
  return new URL(address.replaceAll('&amp;', '&'));
}
