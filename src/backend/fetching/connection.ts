import { type IncomingMessage, request } from 'node:http';
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net';
import { type SecureContextOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { FetchFailure } from './fetch-failure.js';
import { hostOf, portOf } from './url-rules.js';

/** A host and its checked addresses. Connections are made to these addresses only. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Opens a TCP connection. The events of the socket report success or failure. */
export type Dial = (destination: Destination) => Socket;

/** How long to wait for one address before trying the next one in parallel, in milliseconds. */
const NEXT_ADDRESS_DELAY_MS = 250;

/** Connects to the checked addresses only: the name is not looked up a second time. */
export const dialChecked: Dial = ({ host, port, addresses }) =>
  tcpConnect({
    host,
    port,
    lookup: fixedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_DELAY_MS,
  });

function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (host, options, done) => {
    const [first] = all;
    // Not at once: without a route the connection would fail before anybody listens for its errors.
    setImmediate(() => {
      if (first === undefined) done(new Error(`${host} has no checked address`), '', 0);
      else if (options.all) done(null, all);
      else done(null, first.address, first.family);
    });
  };
}

/** Starts TLS. The certificate must match the host name, whichever address was used. */
export function startTls(socket: Socket, url: URL, { ca }: Pick<SecureContextOptions, 'ca'> = {}): TLSSocket {
  const host = hostOf(url);
  return tlsConnect({
    socket,
    ...(ca !== undefined && { ca }),
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : { host }),
  });
}

/** Connects to the proxy. The operator configured it, so any address is allowed. */
export function dialProxy(proxy: URL): Socket {
  return tcpConnect({ host: hostOf(proxy), port: portOf(proxy), autoSelectFamily: true });
}

/** The credentials for the proxy, from its URL. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/**
 * Connects to an https origin through a proxy (`CONNECT`). The proxy resolves the name.
 *
 * @throws FetchFailure `proxy_failed`
 */
export function tunnel(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${url.hostname}:${portOf(url)}`;
  const failed = (what: string, cause?: unknown): FetchFailure =>
    new FetchFailure('proxy_failed', `The proxy for fetching (${proxy.host}) ${what}.`, {
      url: url.href,
      cause,
    });
  return new Promise((resolve, reject) => {
    const connect = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      createConnection: () => dialProxy(proxy),
      signal,
    });
    connect.on('connect', ({ statusCode }: IncomingMessage, socket: Socket, early: Buffer) => {
      if (statusCode === 200 && early.length === 0) return resolve(socket);
      socket.destroy();
      reject(failed(`returned ${statusCode} for ${authority}`));
    });
    connect.on('response', (answer) => {
      answer.destroy();
      reject(failed(`returned ${answer.statusCode} for ${authority}`));
    });
    connect.on('error', (cause) => reject(failed('could not be reached', cause)));
    connect.end();
  });
}
