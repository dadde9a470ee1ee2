import type { Dispatcher } from 'undici';
import { hasErrno } from '../../base/errno.js';
import { isLoopback } from '../../base/loopback.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';
import { exchange } from './undici-exchange.js';

type Env = Readonly<Record<string, string | undefined>>;
type Undici = typeof import('./undici.js');

interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** Time limit for connecting in ms, in addition to the call's own limits. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Disables undici's own limits: the call's signal ends requests. */
const connection = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * The network transport, with keep-alive connections and a proxy if `http_proxy` or `https_proxy` (in either case)
 * is set and `no_proxy` does not exclude the host. This machine is never reached through a proxy, since that would
 * send the key to the proxy in the clear. The first request loads undici and reads the environment.
 */
export class UndiciTransport implements Transport {
  readonly #env: Env;
  #undici: Undici | undefined;
  #proxies: Proxies | undefined;
  #direct: Dispatcher | undefined;
  #proxied: Dispatcher | undefined;

  constructor(env: Env = process.env) {
    this.#env = env;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    // Keep the module: importing it again costs tens of microseconds.
    this.#undici ??= await import('./undici.js');
    const url = new URL(request.url);
    return exchange(this.#dispatcherFor(url, this.#undici), url, request);
  }

  async close(): Promise<void> {
    const open = [this.#direct, this.#proxied];
    this.#direct = undefined;
    this.#proxied = undefined;
    await Promise.all(open.map((dispatcher) => dispatcher?.close()));
  }

  #dispatcherFor(url: URL, undici: Undici): Dispatcher {
    this.#proxies ??= proxiesOf(this.#env);
    const proxies = this.#proxies;
    if (isLoopback(url.hostname) || (proxies.httpProxy === '' && proxies.httpsProxy === '')) {
      this.#direct ??= new undici.Agent(connection);
      return this.#direct;
    }
    this.#proxied ??= new undici.EnvHttpProxyAgent({
      ...connection,
      ...proxies,
      clientFactory: (origin, options) => tunnelPool(undici, origin, options),
    });
    return this.#proxied;
  }
}

/**
 * The connections to a proxy. With its own socket error, undici would reconnect forever, even after the request was
 * aborted. Only a different error is passed to the request.
 */
function tunnelPool({ Pool }: Undici, origin: URL, options: object): Dispatcher {
  class TunnelPool extends Pool {
    open(to: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      return super.connect(to);
    }
  }
  const pool = new TunnelPool(origin, options);
  const connect = async (to: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    try {
      return await pool.open(to);
    } catch (cause) {
      if (!hasErrno(cause, 'UND_ERR_SOCKET')) throw cause;
      throw new Error('the proxy closed the connection', { cause });
    }
  };
  return Object.assign(pool, { connect });
}

/** Empty strings mean unset; undefined would make undici read the environment. */
function proxiesOf(env: Env): Proxies {
  const either = (name: string): string => env[name] || env[name.toUpperCase()] || '';
  return {
    httpProxy: proxyUrl(either('http_proxy')),
    httpsProxy: proxyUrl(either('https_proxy')),
    noProxy: either('no_proxy'),
  };
}

/** The message omits the proxy URL, which may contain a password. */
function proxyUrl(text: string): string {
  if (text === '' || (URL.canParse(text) && /^(https?|socks5?):$/.test(new URL(text).protocol))) return text;
  throw new ConfigurationError(
    'proxy_invalid',
    'The proxy in http_proxy or https_proxy is not a URL such as http://proxy.example:8080.',
  );
}
