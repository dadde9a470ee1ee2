import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textAt } from '../../../src/backend/networks/requests/json-answer.js';
import { freePort } from './free-port.js';
import type { InstalledPds } from './install-pds.js';
import { ServerProcess } from './server-process.js';

const PROGRAM = join(import.meta.dirname, 'pds/pds-process.ts');

export interface PdsAccount {
  readonly did: string;
  readonly handle: string;
  readonly password: string;
  readonly appPassword: string;
}

interface PdsSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface SeenRequest {
  readonly method: string;
  readonly path: string;
}

/** A real Bluesky server on this machine, with its own directory of identities. Handles end in `.test`. */
export class Pds {
  readonly origin: string;
  /** The directory of identities: `GET /<did>` answers with the DID document. */
  readonly plc: string;
  /** Every request that it has received. */
  readonly requests: readonly SeenRequest[];
  /** Every token and app password that it has granted. */
  readonly granted: readonly string[];
  readonly #server: ServerProcess;
  readonly #stop: () => Promise<void>;
  readonly #adminPassword: string;

  private constructor(
    addresses: { readonly origin: string; readonly plc: string },
    { requests, granted }: Pick<Pds, 'requests' | 'granted'>,
    server: ServerProcess,
    adminPassword: string,
    stop: () => Promise<void>,
  ) {
    this.origin = addresses.origin;
    this.plc = addresses.plc;
    this.requests = requests;
    this.granted = granted;
    this.#server = server;
    this.#adminPassword = adminPassword;
    this.#stop = stop;
  }

  /** The directories of identities and of handles on this machine, in place of the network's. */
  get directories(): string {
    return `https://plc.directory=${this.plc} https://public.api.bsky.app=${this.origin}`;
  }

  /** @param appViewDatabase the URL of an empty PostgreSQL database for the app view; without it there is no app view */
  static async start({ folder, node }: InstalledPds, appViewDatabase = ''): Promise<Pds> {
    const data = await mkdtemp(join(tmpdir(), 'postrider-pds-'));
    const adminPassword = randomBytes(12).toString('hex');
    const secret = randomBytes(32).toString('hex');
    const args = [PROGRAM, folder, data, String(await freePort()), adminPassword, secret, appViewDatabase];
    const server = new ServerProcess([node, ...args], { LOG_ENABLED: 'false' }, 'with messages');
    const requests: SeenRequest[] = [];
    const granted: string[] = [];
    let addresses: { readonly origin: string; readonly plc: string } | null = null;
    server.child.on('message', (message) => {
      const [origin, plc] = [textAt(message, 'origin'), textAt(message, 'plc')];
      if (origin !== null && plc !== null) addresses = { origin, plc };
      const [method, path] = [textAt(message, 'method'), textAt(message, 'path')];
      if (method !== null && path !== null) requests.push({ method, path });
      const token = textAt(message, 'token');
      if (token !== null) granted.push(token);
    });
    const stop = async () => {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    };
    try {
      const found = await server.ready(() => addresses);
      return new Pds(found, { requests, granted }, server, adminPassword, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** @param name the first label of its handle: 3 to 18 letters, digits and hyphens */
  async createAccount(name: string, password = 'a long password'): Promise<PdsAccount> {
    const handle = `${name}.test`;
    const made = await this.#call('com.atproto.server.createAccount', {
      handle,
      email: `${name}@example.com`,
      password,
    });
    const authorization = `Bearer ${text(made, 'accessJwt')}`;
    const granted = await this.#call(
      'com.atproto.server.createAppPassword',
      { name: 'postrider' },
      authorization,
    );
    return { did: text(made, 'did'), handle, password, appPassword: text(granted, 'password') };
  }

  /** @param password the account's own one, or an app password */
  async signIn(identifier: string, password: string): Promise<PdsSession> {
    const session = await this.#call('com.atproto.server.createSession', { identifier, password });
    return { accessToken: text(session, 'accessJwt'), refreshToken: text(session, 'refreshJwt') };
  }

  /** The moderators of the server take the account down. */
  takeDown(did: string): Promise<void> {
    return this.#setStatus(did, { takedown: { applied: true, ref: 'test' } });
  }

  deactivate(did: string): Promise<void> {
    return this.#setStatus(did, { deactivated: { applied: true } });
  }

  /** Ends both of the above. */
  restore(did: string): Promise<void> {
    return this.#setStatus(did, { takedown: { applied: false }, deactivated: { applied: false } });
  }

  /** Moves the clock of the server forward: access tokens last 2 hours, refresh tokens 90 days. */
  async moveClock(milliseconds: number): Promise<void> {
    const { child } = this.#server;
    const moved = new Promise<void>((resolve) => {
      const look = (message: unknown) => {
        if (textAt(message, 'type') !== 'moved') return;
        child.off('message', look);
        resolve();
      };
      child.on('message', look);
    });
    child.send({ moveClock: milliseconds });
    await moved;
  }

  /** How long access tokens last that are issued for a sign-in in a browser from now on. */
  tokensLast(milliseconds: number): void {
    this.#server.child.send({ tokensLast: milliseconds });
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  async #setStatus(did: string, change: Readonly<Record<string, unknown>>): Promise<void> {
    const subject = { $type: 'com.atproto.admin.defs#repoRef', did };
    const administrator = `Basic ${Buffer.from(`admin:${this.#adminPassword}`).toString('base64')}`;
    await this.#call('com.atproto.admin.updateSubjectStatus', { subject, ...change }, administrator);
  }

  async #call(method: string, body: unknown, authorization?: string): Promise<unknown> {
    const response = await fetch(`${this.origin}/xrpc/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} answered ${response.status}: ${answer}`);
    return answer === '' ? {} : JSON.parse(answer);
  }
}

function text(answer: unknown, name: string): string {
  const found = textAt(answer, name);
  if (found === null) throw new Error(`The answer has no ${name}: ${JSON.stringify(answer)}`);
  return found;
}
