import { setTimeout as pause } from 'node:timers/promises';
import { withTimeLimit } from '../../../base/time-limit.js';
import type { Clock } from '../../base/clock.js';
import { FairWork, ShareFull } from '../../base/fair-work.js';
import type { Log } from '../../base/log.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import { type FetchPolicy, fetchFor, type WorkspaceFetch } from '../../fetching/fetch-policy.js';
import type { Extractor } from '../../ingest/extractor.js';
import type { LinkedPage, LinkedPageReader, LinkingCaller } from '../../operations/linked-page.js';
import type { Store, Write } from '../../store/store.js';
import type { MediaRow } from '../../store/tables/media-rows.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { findMedia } from '../media/repository.js';
import type { SaveFetched } from '../media/save-fetched.js';
import { fetchPage } from '../sources/fetch-page.js';
import { problemOf } from './problem-words.js';
import { findLinkedPages, forgetLinkedPages, type PageFacts, storeLinkedPage } from './repository.js';

/** How long what a page says counts as current, and how long to wait before trying a failed page again. In milliseconds. */
const READ_FOR_MS = 24 * 60 * 60_000;
const FAILED_FOR_MS = 10 * 60_000;

/** How long it is kept, in milliseconds: as long as unused media. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

/** The limit for reading a page and its picture, in milliseconds. */
const MAX_READ_MS = 15_000;

/** The largest picture, in bytes. Networks accept at most 10 MB. */
const MAX_IMAGE_BYTES = 10_000_000;

const TURNS = { maxAtOnce: 16, maxPerShare: 4, maxWaitingPerShare: 32 };

export interface LinkedPagesDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly policy: FetchPolicy;
  readonly extractor: Pick<Extractor, 'extract'>;
  readonly save: SaveFetched;
  readonly log: Log;
}

/** Reads nothing: for tests, in which links lead nowhere. */
export const NO_LINKED_PAGES: LinkedPageReader & Pick<LinkedPages, 'sweep' | 'close'> = {
  isOn: false,
  read: async () => new Map(),
  begin: () => undefined,
  sweep: async () => undefined,
  close: async () => undefined,
};

/** Reads the pages that posts link to, within the limits of the guarded fetch, and stores what they say. */
export class LinkedPages implements LinkedPageReader {
  readonly isOn = true;
  readonly #dependencies: LinkedPagesDependencies;
  readonly #turns = new FairWork(TURNS);
  readonly #reading = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(dependencies: LinkedPagesDependencies) {
    this.#dependencies = dependencies;
  }

  async read(
    caller: LinkingCaller,
    urls: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, LinkedPage>> {
    const wanted = [...new Set(urls)];
    if (wanted.length === 0) return new Map();
    const { store, clock } = this.#dependencies;
    const { id } = caller.workspace;
    const known = await findLinkedPages(store.db, id, wanted);
    const now = clock.now();
    const missing = wanted.filter((url) => {
      const row = known.get(url);
      return row === undefined || now - row.read_at > (row.problem === null ? READ_FOR_MS : FAILED_FOR_MS);
    });
    if (missing.length > 0) {
      const all = Promise.all(missing.map((url) => this.#readOnce(caller, url)));
      const over = new AbortController();
      await Promise.race([
        all,
        pause(limit, undefined, { ref: false, signal: over.signal }).catch(() => undefined),
      ]);
      over.abort();
    }
    const rows = missing.length > 0 ? await findLinkedPages(store.db, id, wanted) : known;
    const keys = [...rows.values()].flatMap(({ image_key }) => image_key ?? []);
    const images = await findMedia(store.db, id, keys);
    return new Map(
      [...rows].map(([url, { title, description, image_key, problem }]) => [
        url,
        { url, title, description, image: images.get(image_key ?? '') ?? null, problem },
      ]),
    );
  }

  begin(caller: LinkingCaller, urls: readonly string[]): void {
    if (urls.length === 0) return;
    this.read(caller, urls, 0).catch((err: unknown) =>
      this.#dependencies.log.warn({ err }, 'the pages of links could not be read ahead'),
    );
  }

  /** Forgets what was read long ago, unless a post needs it. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#dependencies;
    await forgetLinkedPages(store, clock.now() - KEPT_FOR_MS);
  }

  /** Ends what is being read. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#reading.values());
  }

  /** Requests for the same page share one fetch. */
  #readOnce(caller: LinkingCaller, url: string): Promise<void> {
    const name = `${caller.workspace.id} ${url}`;
    const earlier = this.#reading.get(name);
    if (earlier) return earlier;
    const reading = this.#readPage(caller, url).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #readPage(caller: LinkingCaller, url: string): Promise<void> {
    const { store, log } = this.#dependencies;
    const { workspace } = caller;
    const signal = withTimeLimit(MAX_READ_MS, this.#closing.signal);
    try {
      await this.#turns.run(workspace.id, signal, () => this.#fetch(caller, url, signal));
    } catch (error) {
      // Too many at once, or the service is closing: that says nothing about the page.
      if (error instanceof ShareFull || this.#closing.signal.aborted) return;
      const problem = problemOf(error);
      if (problem === null) log.warn({ err: error }, 'the page of a link could not be read');
      const facts = { problem: problem ?? 'it could not be read' };
      await store
        .write((trx) => this.#store(trx, workspace.id, url, facts))
        .catch((err: unknown) => log.warn({ err }, 'what is known of a linked page could not be stored'));
    }
  }

  async #fetch(caller: LinkingCaller, url: string, signal: AbortSignal): Promise<void> {
    const { store, policy, extractor } = this.#dependencies;
    const { workspace } = caller;
    const fetch = fetchFor(policy, workspace);
    const page = await fetchPage(fetch, url, signal);
    const turn = { share: workspace.id, signal };
    const { title, excerpt, images } = await extractor.extract({ kind: 'card', ...page }, turn);
    const facts = { title, description: excerpt || null, problem: null };
    const [image] = images;
    const keep = (trx: Write, picture: MediaRow | undefined) =>
      this.#store(trx, workspace.id, url, { ...facts, imageKey: picture?.key ?? null });
    if (image !== undefined && (await this.#saveImage(caller, { url: image.url, fetch, signal }, keep)))
      return;
    await store.write((trx) => keep(trx, undefined));
  }

  #store(trx: Write, workspaceId: string, url: string, facts: PageFacts): Promise<void> {
    return storeLinkedPage(trx, { workspaceId, url, readAt: this.#dependencies.clock.now() }, facts);
  }

  /** @returns whether the picture was saved, with `keep`; a card without one is better than none */
  async #saveImage(
    { workspace, apiKeyId, requestId }: LinkingCaller,
    {
      url,
      fetch,
      signal,
    }: { readonly url: string; readonly fetch: WorkspaceFetch; readonly signal: AbortSignal },
    keep: (trx: Write, picture: MediaRow | undefined) => Promise<void>,
  ): Promise<boolean> {
    const { store, save, clock, log } = this.#dependencies;
    const uploader = {
      ...{ workspaceId: workspace.id, apiKeyId, requestId },
      now: workspaceNow(workspace, clock.now()),
    };
    try {
      const answer = await fetch(url, {
        signal,
        maxBytes: MAX_IMAGE_BYTES,
        deadlineMs: MAX_READ_MS,
        accept: 'image/jpeg, image/png, image/webp, */*;q=0.1',
      });
      if (answer.status !== 200) {
        answer.discard();
        throw new FetchFailure('answer_broken', `Its URL returned ${answer.status}.`, { sent: true });
      }
      await save({ body: answer.body, finalUrl: answer.finalUrl }, uploader, (known) =>
        store.write(async (trx) => {
          const [row] = await known(trx);
          await keep(trx, row?.kind === 'image' ? row : undefined);
        }),
      );
      return true;
    } catch (error) {
      if (this.#closing.signal.aborted) throw error;
      if (problemOf(error) === null) log.warn({ err: error }, 'the picture of a link could not be saved');
      return false;
    }
  }
}
