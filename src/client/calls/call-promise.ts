import type { Answer } from './call.js';
import type { ResponseMeta } from './response-meta.js';

/**
 * What every method returns: a promise of the data. `withMeta()` returns the same response with its metadata, without
 * a second request.
 *
 * @example const { data: post, meta } = await client.posts.create({ text: 'Hi' }).withMeta()
 */
export class CallPromise<Data> extends Promise<Data> {
  /** `then` and the like return plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    super((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject);
    });
    this.#answer = answer;
  }

  /** The data with request id, rate limit, workspace time, idempotency key, and whether it is a replay. */
  async withMeta(): Promise<{ data: Data; meta: ResponseMeta }> {
    const [{ meta }, data] = await Promise.all([this.#answer, this]);
    return { data, meta };
  }
}
