import type { Media } from '../contract/media/media.js';
import { type Api, ApiSurface, type QueryFor } from './api.js';
import type { Perform } from './calls/call.js';
import { CallSite } from './calls/call-site.js';
import { perform } from './calls/perform.js';
import { ConfigurationError } from './errors/errors.js';
import { type EventStreaming, type StreamOptions, streamEvents } from './event-stream.js';
import { type CallOptions, type ClientOptions, type Configuration, configure } from './options.js';
import type { UploadOptions } from './upload/upload.js';
import type { UploadSource } from './upload/upload-source.js';

/** The registered name of Node's `util.inspect.custom`. */
const INSPECT = 'nodejs.util.inspect.custom';

/**
 * The typed client of the Postrider API, on `fetch`. Its methods are the operations of the API: `posts.create` is
 * `client.posts.create(body, options)`.
 *
 * Creating a client sends nothing and throws nothing. With invalid settings, every call throws a
 * {@link ConfigurationError}, so that a program can start and report them.
 *
 * @example
 * const client = new PostriderClient({ apiKey, baseUrl: 'https://post.example.org' });
 * const post = await client.posts.create({ platform: 'bluesky', text: 'Hi', scheduleMode: 'now' });
 * for await (const scheduled of client.posts.list({ status: ['scheduled'] })) show(scheduled);
 */
export class PostriderClient extends ApiSurface {
  declare readonly media: Api['media'] & {
    /**
     * Uploads one image or video. Files larger than 8 MB go to a one-time upload URL and resume after a broken
     * connection. At most a few megabytes of a file are in memory.
     *
     * @param source a path or file URL, bytes, a Blob, or a stream (which can be sent only once)
     * @example const { key } = await client.media.upload('beans.jpg')
     */
    readonly upload: (source: UploadSource, options?: UploadOptions) => Promise<Media>;
  };
  readonly #configuration: Configuration | ConfigurationError;
  declare readonly events: Api['events'] & EventStreaming;
  declare readonly insights: Api['insights'] & {
    /**
     * The readings of posts as comma-separated values, a line for each target and age.
     *
     * @example await writeFile('insights.csv', await client.insights.csv({ from: '2026-11-01' }))
     */
    readonly csv: (query?: QueryFor<'insights.get'>, options?: CallOptions) => Promise<string>;
  };

  constructor(options: ClientOptions = {}) {
    const configuration = configured(options);
    const performCall: Perform = async (call) => {
      if (configuration instanceof ConfigurationError) throw configuration;
      return perform(call, configuration);
    };
    super(performCall);
    this.#configuration = configuration;
    const send = async (source: UploadSource, how: UploadOptions): Promise<Media> => {
      if (configuration instanceof ConfigurationError) throw configuration;
      const { uploadFile } = await import('./upload/upload.js');
      return uploadFile(source, how, configuration);
    };
    const upload = (source: UploadSource, how: UploadOptions = {}): Promise<Media> =>
      new CallSite(upload).of(send(source, how));
    const stream = (streaming?: StreamOptions): ReturnType<EventStreaming['stream']> => {
      const site = new CallSite(stream);
      return streamEvents((call) => site.of(performCall(call)), streaming);
    };
    // Not as a method with a computed name: bundlers would keep the class in programs that do not use it.
    Object.defineProperty(this, Symbol.for(INSPECT), {
      value: () => `PostriderClient { baseUrl: ${JSON.stringify(this.baseUrl)} }`,
    });
    const csv = async (query: QueryFor<'insights.get'> = {}, how: CallOptions = {}): Promise<string> => {
      const call = { operation: 'insights.get', params: [], query, body: undefined, options: how } as const;
      const { data } = await new CallSite(csv).of(performCall({ ...call, accept: 'text/csv' }));
      return String(data);
    };
    Object.assign(this.insights, { csv });
    Object.assign(this.media, { upload });
    Object.assign(this.events, { stream });
  }

  /** The base URL of requests; null if the settings are invalid. */
  get baseUrl(): string | null {
    const configuration = this.#configuration;
    return configuration instanceof ConfigurationError ? null : configuration.baseUrl.href.replace(/\/$/, '');
  }

  /** What is wrong with the settings; null if they are valid. */
  get configurationError(): ConfigurationError | null {
    return this.#configuration instanceof ConfigurationError ? this.#configuration : null;
  }

  /** Closes idle connections once pending requests have ended. */
  async close(): Promise<void> {
    const configuration = this.#configuration;
    if (!(configuration instanceof ConfigurationError)) await configuration.transport.close?.();
  }

  toJSON(): { baseUrl: string | null } {
    return { baseUrl: this.baseUrl };
  }
}

function configured(options: ClientOptions): Configuration | ConfigurationError {
  try {
    return configure(options);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}
