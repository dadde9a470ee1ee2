import { PostriderClient as FetchClient } from './fetch-client.js';
import type { ClientOptions } from './options.js';
import { UndiciTransport } from './transport/undici-transport.js';

/**
 * The typed client of the Postrider API for Node. It keeps connections open and uses the proxies of the environment,
 * with undici; `postrider/client` has the same client on `fetch`, for every other runtime.
 *
 * Its methods are the operations of the API: `posts.create` is `client.posts.create(body, options)`. Creating a client
 * sends nothing and throws nothing. With invalid settings, every call throws a `ConfigurationError`, so that a program
 * can start and report them.
 *
 * @example
 * const client = new PostriderClient({ apiKey: process.env.POSTRIDER_API_KEY });
 * const post = await client.posts.create({ platform: 'bluesky', text: 'Hi', scheduleMode: 'now' });
 * for await (const scheduled of client.posts.list({ status: ['scheduled'] })) show(scheduled);
 */
export class PostriderClient extends FetchClient {
  constructor(options: ClientOptions = {}) {
    super({ ...options, transport: options.transport ?? new UndiciTransport() });
  }
}
