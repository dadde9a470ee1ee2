import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import {
  checkedAddresses,
  checkLiteral,
  type Resolve,
  systemResolve,
} from '../../fetching/checked-addresses.js';
import { type Dial, dialChecked, startTls, tunnel } from '../../fetching/connection.js';
import { checkForm, checkUrl, hostOf, portOf } from '../../fetching/url-rules.js';
import { ConnectionFailed } from '../wire.js';
import { notConnected } from './connection-failures.js';
import { holdWriteErrors } from './hold-write-errors.js';
import { orAborted } from './or-aborted.js';

export interface ConnectDependencies {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** The authorities whose certificates are accepted; those of Node by default. */
  readonly ca?: SecureContextOptions['ca'];
  /** Milliseconds for everything up to the end of the TLS handshake. */
  readonly connectMs?: number;
}

export interface Destination {
  /** With https, except on this machine. */
  readonly url: URL;
  readonly mayBeLoopback: boolean;
  /** Null: connect directly. This machine is never reached through a proxy. */
  readonly proxy: URL | null;
}

const CONNECT_MS = 10_000;
/** Look-ups of names take turns between the users of the resolver. */
const SHARE = 'networks';

/**
 * A connection that is ready for a request: the address is checked, and the TLS handshake is over. Until it returns,
 * nothing has been sent to the server.
 *
 * @throws ConnectionFailed with `sent` false
 */
export async function connect(
  destination: Destination,
  dependencies: ConnectDependencies,
  signal: AbortSignal,
): Promise<Socket> {
  const { url } = destination;
  const limit = new AbortController();
  const stop = (): void => limit.abort(new ConnectionFailed('timeout', false));
  const timer = setTimeout(
    () =>
      limit.abort(
        new ConnectionFailed('timeout', false, `${hostOf(url)} did not accept a connection in time.`),
      ),
    dependencies.connectMs ?? CONNECT_MS,
  );
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    limit.signal.throwIfAborted();
    return holdWriteErrors(await orAborted(secured(destination, dependencies, limit.signal), limit.signal));
  } catch (error) {
    if (limit.signal.aborted) throw limit.signal.reason;
    throw notConnected(error, url);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function secured(
  destination: Destination,
  dependencies: ConnectDependencies,
  signal: AbortSignal,
): Promise<Socket> {
  const { url } = destination;
  const plain = await connected(destination, dependencies, signal);
  plain.setNoDelay(true);
  if (url.protocol !== 'https:') return plain;
  const secure = startTls(plain, url, dependencies);
  plain.on('error', (error) => secure.destroy(error));
  return established(secure, 'secureConnect', signal);
}

async function connected(
  { url, mayBeLoopback, proxy }: Destination,
  { resolve = systemResolve, dial = dialChecked }: ConnectDependencies,
  signal: AbortSignal,
): Promise<Socket> {
  if (mayBeLoopback) checkForm(url);
  else checkUrl(url);
  if (proxy !== null) {
    checkLiteral(url);
    return tunnel(proxy, url, signal);
  }
  const addresses = await checkedAddresses(url, { mayBeLoopback, resolve, signal, share: SHARE });
  signal.throwIfAborted();
  return established(dial({ host: hostOf(url), port: portOf(url), addresses }), 'connect', signal);
}

/** Waits until a connection is there; otherwise closes it. */
function established(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      socket.off(event, onReady).off('error', onError).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown): void => {
      settle();
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const onReady = (): void => {
      settle();
      // From here on, the request that uses the connection reports its errors. Between requests, none must end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    };
    const onError = (error: Error): void => fail(error);
    const onClose = (): void => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const onAbort = (): void => fail(signal.reason);
    socket.on(event, onReady).on('error', onError).on('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
