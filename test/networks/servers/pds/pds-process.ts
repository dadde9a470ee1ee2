import dns from 'node:dns';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { createServer, isIP, Server as NetServer } from 'node:net';
import { join } from 'node:path';

/**
 * A Bluesky server and its directory of identities, and if asked for the app view, in a process of their own, on the Node
 * that the server needs. Runs until the process that started it ends.
 *
 * Arguments: the folder of the packages, the folder of the data, the port, the administrator's password, a secret of 64
 * hexadecimal digits, and the URL of a PostgreSQL database for the app view, without which there is none.
 */
const [packages = '', data = '', port = '', adminPassword = '', secret = '', appViewDatabase = ''] =
  process.argv.slice(2);

/** An Express application. */
interface App {
  listen(port: number, host: string): Server;
}
interface PdsContext {
  readonly sequencer: { start(): Promise<void> };
  /** Issues the tokens of sign-ins in a browser. */
  readonly oauthProvider: { readonly tokenManager: { tokenMaxAge: number } };
}
interface PdsPackage {
  readonly PDS: {
    create(settings: unknown, secrets: unknown): Promise<{ readonly app: App; readonly ctx: PdsContext }>;
  };
  envToCfg(env: Readonly<Record<string, unknown>>): unknown;
  envToSecrets(env: Readonly<Record<string, unknown>>): unknown;
}
interface PlcPackage {
  readonly Database: { mock(): unknown };
  readonly PlcServer: { create(options: { readonly db: unknown }): { readonly app: App } };
}

/** An app view that was asked for has this identity, which nobody looks up. */
const APP_VIEW = 'did:web:appview.test';

interface AppViewDatabase {
  migrateToLatestOrThrow(): Promise<unknown>;
  close(): Promise<void>;
}
interface AppViewPackage {
  readonly Database: new (place: {
    readonly url: string;
    readonly schema: string;
    readonly poolSize?: number;
  }) => AppViewDatabase;
  readonly DataPlaneServer: {
    create(
      db: AppViewDatabase,
      port: number,
      plc: string,
      /** Its own one refuses addresses of this machine. */
      request: typeof fetch,
    ): Promise<{
      readonly idResolver: {
        readonly handle: { resolve(handle: string): Promise<string | undefined> };
      };
    }>;
  };
  readonly ServerConfig: new (settings: unknown) => object;
  readonly BskyAppView: {
    create(options: { readonly config: object; readonly signingKey: object }): { start(): Promise<unknown> };
  };
  readonly RepoSubscription: new (options: {
    readonly service: string;
    readonly db: AppViewDatabase;
    readonly idResolver: object;
  }) => { start(): Promise<void> };
}
interface CryptoPackage {
  readonly Secp256k1Keypair: { create(): Promise<object> };
}

stayHere();
listenHere();
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
const appViewPort = appViewDatabase === '' ? null : await portOfAppView();
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
  ...(appViewPort !== null && {
    bskyAppViewUrl: `http://localhost:${appViewPort}`,
    bskyAppViewDid: APP_VIEW,
  }),
};
const pds = await PDS.create(envToCfg(settings), envToSecrets(settings));
await pds.ctx.sequencer.start();
process.on('message', ({ tokensLast }: { readonly tokensLast?: number }) => {
  if (tokensLast !== undefined) pds.ctx.oauthProvider.tokenManager.tokenMaxAge = tokensLast;
});
const origin = await listening(pds.app, Number(port), ({ method = '', url = '' }, response) => {
  const path = url.replace(/\?.*/, '');
  process.send?.({ type: 'request', method, path });
  if (/com\.atproto\.server\.|^\/oauth\//.test(path)) tellTokens(response);
});
if (appViewPort !== null) await startAppView(appViewPort);
process.send?.({ type: 'ready', origin, plc });

/** A port that nobody uses now: the app view does not say which one it has taken. */
async function portOfAppView(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Starts the app view, which reads the server's stream of events into its database and answers the server's queries. */
async function startAppView(appView: number): Promise<void> {
  const bsky: AppViewPackage = await import(require.resolve('@atproto/bsky'));
  const { Secp256k1Keypair }: CryptoPackage = require('@atproto/crypto');
  const place = { url: appViewDatabase, schema: 'appview' };
  const migrating = new bsky.Database(place);
  await migrating.migrateToLatestOrThrow();
  await migrating.close();
  const db = new bsky.Database({ ...place, poolSize: 10 });
  const dataPlanePort = await portOfAppView();
  const { idResolver } = await bsky.DataPlaneServer.create(db, dataPlanePort, plc, fetch);
  // In place of DNS and https, where `.test` has no names.
  idResolver.handle.resolve = async (handle) => {
    const answer = await fetch(
      `${origin}/xrpc/com.atproto.identity.resolveHandle?${new URLSearchParams({ handle })}`,
    );
    const { did }: { did?: string } = JSON.parse(await answer.text());
    return did;
  };
  const config = new bsky.ServerConfig({
    version: 'test',
    port: appView,
    didPlcUrl: plc,
    publicUrl: `http://localhost:${appView}`,
    serverDid: APP_VIEW,
    alternateAudienceDids: [],
    dataplaneUrls: [`http://localhost:${dataPlanePort}`],
    dataplaneHttpVersion: '1.1',
    // What people mute goes to a service of its own, which is not here.
    bsyncUrl: 'http://localhost:9',
    bsyncHttpVersion: '1.1',
    modServiceDid: APP_VIEW,
    labelsFromIssuerDids: [],
    bigThreadUris: new Set(),
    maxThreadParents: 50,
    disableSsrfProtection: true,
    searchTagsHide: new Set(),
    searchTagsHideAll: new Set(),
    threadTagsBumpDown: new Set(),
    threadTagsHide: new Set(),
    visibilityTagHide: '',
    visibilityTagRankPrefix: '',
    debugFieldAllowedDids: new Set(),
    draftsLimit: 500,
    adminPasswords: [adminPassword],
    etcdHosts: [],
  });
  await bsky.BskyAppView.create({ config, signingKey: await Secp256k1Keypair.create() }).start();
  const service = origin.replace('http', 'ws');
  void new bsky.RepoSubscription({ service, db, idResolver }).start();
}

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

/** A server that is told only a port listens on 127.0.0.1 and not on every interface. */
function listenHere(): void {
  const { listen } = NetServer.prototype;
  Object.assign(NetServer.prototype, {
    listen(this: NetServer, ...args: readonly unknown[]): unknown {
      const [wanted, ...rest] = args;
      const isPortOnly = typeof wanted === 'number' && typeof rest[0] !== 'string';
      return Reflect.apply(listen, this, isPortOnly ? [wanted, '127.0.0.1', ...rest] : args);
    },
  });
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
