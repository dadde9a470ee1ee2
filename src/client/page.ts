import { type Answer, type Call, operationOf, type Perform } from './calls/call.js';
import { CallPromise } from './calls/call-promise.js';
import { UnexpectedAnswerError } from './errors/errors.js';

/** A page of a list. Iterating over it yields its items and those of all later pages. */
export class Page<Item> implements AsyncIterable<Item> {
  readonly data: readonly Item[];
  /** The `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly #fetch: (cursor: string) => PagePromise<Item>;

  constructor(page: Pick<Page<Item>, 'data' | 'nextCursor'>, fetch: (cursor: string) => PagePromise<Item>) {
    this.data = page.data;
    this.nextCursor = page.nextCursor;
    this.#fetch = fetch;
  }

  hasNextPage(): boolean {
    return this.nextCursor !== null;
  }

  /** The next page; null on the last one. */
  async nextPage(): Promise<Page<Item> | null> {
    return this.nextCursor === null ? null : this.#fetch(this.nextCursor);
  }

  /** This page and all later ones, fetched on demand. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let page: Page<Item> | null = this; page !== null; page = await page.nextPage()) yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/**
 * What list methods return. Awaiting it returns the first page; `for await` iterates over the items of all pages.
 *
 * @example for await (const post of client.posts.list({ status: ['draft'] })) show(post)
 */
export class PagePromise<Item> extends CallPromise<Page<Item>> implements AsyncIterable<Item> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this;
  }

  /** All pages, fetched on demand. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    yield* (await this).pages();
  }
}

type PageData<Item> = Pick<Page<Item>, 'data' | 'nextCursor'>;

/** Performs a list call and returns its first page. */
export function listCall<Item>(call: Call, perform: Perform): PagePromise<Item> {
  const load = async (): Promise<Answer<Page<Item>>> => {
    const { data, meta } = await perform(call);
    const page = data as PageData<Item>;
    const cursor = call.query['cursor'];
    return {
      data: new Page(page, (next) => {
        if (next === cursor) throw standingStill(call);
        return listCall<Item>({ ...call, query: { ...call.query, cursor: next } }, perform);
      }),
      meta,
    };
  };
  return new PagePromise(load());
}

/** Without this check, a repeated cursor would loop forever. */
function standingStill({ operation }: Call): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    `The next page of ${operationOf(operation).path} is the same page again: the list was not read to the end.`,
    { operation, idempotencyKey: null, attempts: 0, sent: true },
    { status: 200, contentType: null, retryAfterSeconds: null },
  );
}
