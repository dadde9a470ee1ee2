import { type IncomingMessage, request } from 'node:http';
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { FetchFailure } from './fetch-failure.js';
import { hostOf, portOf } from './url-rules.js';

/** Where a connection goes: a host with its checked addresses. Nothing else is dialled. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Opens a plain connection. It reports by the socket's events whether it came about. */
export type Dial = (destination: Destination) => Socket;

/** How long one of several addresses may take before the next is tried beside it, in milliseconds. */
const NEXT_ADDRESS_AFTER_MS = 250;

/** Node's own dialling, tied to the checked addresses: the name is not looked up a second time. */
export const dialChecked: Dial = ({ host, port, addresses }) =>
  tcpConnect({
    host,
    port,
    lookup: fixedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  });

function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (host, options, done) => {
    const [first] = all;
    if (first === undefined) done(new Error(`${host} has no checked address`), '', 0);
    else if (options.all) done(null, all);
    else done(null, first.address, first.family);
  };
}

/** TLS over a connection. The certificate has to be the host's, whichever address was dialled. */
export function secured(socket: Socket, url: URL): Socket {
  const host = hostOf(url);
  return tlsConnect({
    socket,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : { host }),
  });
}

/** The proxy's own address. It is named by whoever runs the backend, so it may be anywhere. */
export function dialProxy(proxy: URL): Socket {
  return tcpConnect({ host: hostOf(proxy), port: portOf(proxy), autoSelectFamily: true });
}

/** What a proxy is told of whoever asks, from the name and password in its address. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/**
 * A connection to an https origin through a proxy (`CONNECT`). The proxy looks the name up.
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
    const asked = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      createConnection: () => dialProxy(proxy),
      signal,
    });
    asked.on('connect', ({ statusCode }: IncomingMessage, socket: Socket, early: Buffer) => {
      if (statusCode === 200 && early.length === 0) return resolve(socket);
      socket.destroy();
      reject(failed(`answered ${statusCode} when asked for ${authority}`));
    });
    asked.on('response', (answer) => {
      answer.destroy();
      reject(failed(`answered ${answer.statusCode} when asked for ${authority}`));
    });
    asked.on('error', (cause) => reject(failed('could not be reached', cause)));
    asked.end();
  });
}
