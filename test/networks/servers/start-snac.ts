import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textAt } from '../../../src/backend/networks/requests/json-answer.js';
import { mustRun } from '../../support/run-program.js';
import { freePort } from './free-port.js';
import type { InstalledSnac } from './install-snac.js';
import { ServerProcess } from './server-process.js';

const COMMAND_MS = 60_000;
/** Nobody listens here. */
const NOWHERE = 'http://127.0.0.1:9';
/** snac2 looks for strangers' accounts at their servers. With a proxy that does not exist it finds nobody
 * but its own accounts, to which it delivers over HTTP as well. */
const STAY_HERE = { http_proxy: NOWHERE, https_proxy: NOWHERE, ALL_PROXY: NOWHERE, no_proxy: 'localhost' };
const REDIRECT = 'http://127.0.0.1:1/callback';

export interface SnacAccount {
  readonly name: string;
  readonly password: string;
  readonly id: string;
  /** With the scopes that Postrider asks for. */
  readonly token: string;
}

/** A connection for each request: snac2 may close one at the moment at which it would be used again. */
const ONCE = { connection: 'close' } as const;

/** A real server that speaks Mastodon's API, on this machine. */
export class Snac {
  readonly origin: string;
  readonly #command: InstalledSnac['command'];
  readonly #data: string;
  readonly #server: ServerProcess;

  private constructor(
    origin: string,
    command: InstalledSnac['command'],
    data: string,
    server: ServerProcess,
  ) {
    this.origin = origin;
    this.#command = command;
    this.#data = data;
    this.#server = server;
  }

  static async start({ command }: InstalledSnac): Promise<Snac> {
    // It makes its own folder.
    const parent = await mkdtemp(join(tmpdir(), 'postrider-snac-'));
    const data = join(parent, 'data');
    const port = await freePort();
    const host = `localhost:${port}`;
    const answers = ['127.0.0.1', String(port), host, '', ''].map((line) => `${line}\n`).join('');
    await run(command, ['init', data], answers);
    const settings = join(data, 'server.json');
    const written: Record<string, unknown> = JSON.parse(await readFile(settings, 'utf8'));
    await writeFile(settings, JSON.stringify({ ...written, protocol: 'http', queue_retry_max: 0 }));

    // It ends with this process, however that ends.
    const lasting = ['setpriv', '--pdeathsig', 'KILL', ...command, 'httpd', data] as const;
    const server = new ServerProcess(lasting, STAY_HERE, 'without messages');
    const origin = `http://${host}`;
    try {
      await server.ready(async () => {
        const answered = await fetch(`${origin}/api/v1/instance`).catch(() => null);
        await answered?.arrayBuffer();
        return answered?.ok ? true : null;
      });
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      throw error;
    }
    return new Snac(origin, command, data, server);
  }

  async createAccount(name: string): Promise<SnacAccount> {
    const said = await run(this.#command, ['adduser', this.#data, name], '\n');
    const password = /User password is (\S+)/.exec(said)?.[1];
    if (password === undefined) throw new Error(`snac2 made no account: ${said}`);
    const token = await this.#signIn(name, password);
    const own = await this.#json('/api/v1/accounts/verify_credentials', {
      headers: { authorization: `Bearer ${token}` },
    });
    return { name, password, token, id: text(own, 'id') };
  }

  /**
   * What a person does in a browser at the address where an app asks for access.
   *
   * @returns the address to which the server sends the browser back
   */
  async allow(authorizeUrl: string, { name, password }: SnacAccount): Promise<string> {
    const asked = new URL(authorizeUrl).searchParams;
    const page = await fetch(authorizeUrl);
    await page.arrayBuffer();
    if (!page.ok) throw new Error(`snac2 shows no sign-in page: HTTP ${page.status}.`);
    const form = new URLSearchParams({
      login: name,
      passwd: password,
      redir: asked.get('redirect_uri') ?? '',
      cid: asked.get('client_id') ?? '',
      state: asked.get('state') ?? '',
    });
    const answer = await fetch(`${this.origin}/oauth/x-snac-login`, {
      method: 'POST',
      redirect: 'manual',
      body: form,
    });
    await answer.arrayBuffer();
    return answer.headers.get('location') ?? '';
  }

  /** Every token, client secret and code that it has granted. */
  async granted(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const kind of ['app', 'token']) {
      const folder = join(this.#data, kind);
      for (const name of await readdir(folder)) {
        const grant: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
        for (const field of ['client_secret', 'token', 'code']) found.push(textAt(grant, field) ?? '');
      }
    }
    return [...new Set(found)].filter((one) => one !== '');
  }

  /** Suspends an account as an administrator can, by moving it away: snac2 has no command for it. */
  async takeDown({ name }: SnacAccount): Promise<void> {
    await rename(join(this.#data, 'user', name), join(this.#data, name));
  }

  async restore({ name }: SnacAccount): Promise<void> {
    await rename(join(this.#data, name), join(this.#data, 'user', name));
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(join(this.#data, '..'), { recursive: true, force: true });
  }

  /** As a person does in a browser: an app, the sign-in page, and the code for a token. */
  async #signIn(login: string, password: string): Promise<string> {
    const app = await this.#post('/api/v1/apps', {
      client_name: 'Postrider',
      redirect_uris: REDIRECT,
      scopes: 'read write',
    });
    const client = { client_id: text(app, 'client_id'), client_secret: text(app, 'client_secret') };
    const signedIn = await fetch(`${this.origin}/oauth/x-snac-login`, {
      method: 'POST',
      headers: ONCE,
      redirect: 'manual',
      body: new URLSearchParams({
        login,
        passwd: password,
        redir: REDIRECT,
        cid: client.client_id,
        state: '',
      }),
    });
    await signedIn.arrayBuffer();
    const code = new URL(signedIn.headers.get('location') ?? REDIRECT).searchParams.get('code');
    if (code === null) throw new Error(`snac2 did not let ${login} sign in.`);
    const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code, ...client };
    return text(await this.#post('/oauth/token', grant), 'access_token');
  }

  #post(path: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#json(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #json(path: string, init: RequestInit): Promise<unknown> {
    const headers = new Headers({ ...ONCE, ...init.headers });
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(`${this.origin}${path}`, { ...init, headers, signal });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`);
    return JSON.parse(answer);
  }
}

function run(command: InstalledSnac['command'], args: readonly string[], input: string): Promise<string> {
  const [program, ...before] = command;
  return mustRun(program, [...before, ...args], { env: STAY_HERE, input, timeout: COMMAND_MS });
}

function text(answer: unknown, name: string): string {
  const found = textAt(answer, name);
  if (found === null) throw new Error(`The answer has no ${name}: ${JSON.stringify(answer)}`);
  return found;
}
