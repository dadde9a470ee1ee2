import dns from 'node:dns';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { join } from 'node:path';

/**
 * A Bluesky server and its directory of identities, in a process of their own, on the Node that the server needs. Runs
 * until the process that started it ends.
 *
 * Arguments: the folder of the packages, the folder of the data, the port, the administrator's password, and a secret of
 * 64 hexadecimal digits.
 */
const [packages = '', data = '', port = '', adminPassword = '', secret = ''] = process.argv.slice(2);

/** An Express application. */
interface App {
  listen(port: number, host: string): Server;
}
interface PdsPackage {
  readonly PDS: {
    create(
      settings: unknown,
      secrets: unknown,
    ): Promise<{ readonly app: App; readonly ctx: { readonly sequencer: { start(): Promise<void> } } }>;
  };
  envToCfg(env: Readonly<Record<string, unknown>>): unknown;
  envToSecrets(env: Readonly<Record<string, unknown>>): unknown;
}
interface PlcPackage {
  readonly Database: { mock(): unknown };
  readonly PlcServer: { create(options: { readonly db: unknown }): { readonly app: App } };
}

stayHere();
moveClock();
process.on('disconnect', () => {
  rmSync(data, { recursive: true, force: true });
  process.exit();
});

const require = createRequire(join(packages, 'package.json'));
const { PDS, envToCfg, envToSecrets }: PdsPackage = require('@atproto/pds');
const { Database, PlcServer }: PlcPackage = require('@did-plc/server');

// Both listen on every interface when they are started, so only their applications are used.
const plc = await listening(PlcServer.create({ db: Database.mock() }).app, 0);
const settings = {
  port: Number(port),
  hostname: 'localhost',
  devMode: true,
  inviteRequired: false,
  serviceHandleDomains: ['.test'],
  dataDirectory: data,
  blobstoreDiskLocation: join(data, 'blobs'),
  didPlcUrl: plc,
  enableDidDocWithSession: true,
  adminPassword,
  jwtSecret: secret,
  dpopSecret: secret,
  plcRotationKeyK256PrivateKeyHex: secret,
};
const pds = await PDS.create(envToCfg(settings), envToSecrets(settings));
await pds.ctx.sequencer.start();
const origin = await listening(pds.app, Number(port), ({ method = '', url = '' }, response) => {
  const path = url.replace(/\?.*/, '');
  process.send?.({ type: 'request', method, path });
  if (/com\.atproto\.server\.|^\/oauth\//.test(path)) tellTokens(response);
});
process.send?.({ type: 'ready', origin, plc });

async function listening(
  app: App,
  wanted: number,
  onRequest: (
    request: { readonly method?: string; readonly url?: string },
    response: ServerResponse,
  ) => void = () => undefined,
): Promise<string> {
  const server = app.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  server.on('request', onRequest);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://localhost:${address.port}`;
}

/** Only `localhost` has an address, so that the servers cannot look for strangers' handles elsewhere. */
function stayHere(): void {
  const { lookup } = dns;
  const nobody = (name: string) => Object.assign(new Error(`No address: ${name}`), { code: 'ENOTFOUND' });
  const own = (name: string, ...rest: readonly unknown[]): unknown => {
    if (name === 'localhost' || isIP(name) !== 0) return Reflect.apply(lookup, dns, [name, ...rest]);
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done, nobody(name));
    return {};
  };
  Object.assign(dns, { lookup: own });
  Object.assign(dns.promises, { resolveTxt: (name: string) => Promise.reject(nobody(name)) });
  syncBuiltinESMExports();
}

/** Tells every token and password that an answer grants. */
function tellTokens(response: ServerResponse): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { write, end } = response;
  const watched =
    (pass: typeof write | typeof end) =>
    (...args: readonly unknown[]) => {
      keep(args[0]);
      return Reflect.apply(pass, response, args);
    };
  Object.assign(response, { write: watched(write), end: watched(end) });
  response.on('finish', () => {
    const answer = Buffer.concat(chunks).toString('utf8');
    const named = /"(?:accessJwt|refreshJwt|access_token|refresh_token|token|password)":"([^"]+)"/g;
    for (const [, token] of answer.matchAll(named)) process.send?.({ type: 'granted', token });
  });
}

/** Moves the clock of this process by the milliseconds that it is told, so that its tokens expire. */
function moveClock(): void {
  const RealDate = Date;
  let ahead = 0;
  class MovedDate extends RealDate {
    constructor(...args: readonly unknown[]) {
      const given = args.length === 0 ? [RealDate.now() + ahead] : args;
      super(...(given as ConstructorParameters<typeof Date>));
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
  }
  Object.assign(globalThis, { Date: MovedDate });
  process.on('message', (message: { readonly moveClock?: number }) => {
    ahead += message.moveClock ?? 0;
    process.send?.({ type: 'moved' });
  });
}
