import { Worker, type WorkerOptions } from 'node:worker_threads';
import { hasErrno } from '../../base/errno.js';
import {
  type Extraction,
  type ExtractionJob,
  type ExtractionResult,
  Unreadable,
  type WorkerMessage,
} from './extraction.js';

/** The worker may take this long to start. In milliseconds. */
const START_LIMIT_MS = 30_000;

/** A page may keep the worker busy for this long; then the worker is ended and replaced. In milliseconds. */
const TIME_LIMIT_MS = 8_000;

/** What the worker may use, in MB. A page of 5 MB needs about a third of it. */
const MEMORY_MB = 384;

/** An idle worker is ended after this long, to give its memory back. In milliseconds. */
const IDLE_MS = 60_000;

/** Jobs that may wait. */
const QUEUE_MAX = 64;

/** The worker's bundle stands beside this one's. */
const BUNDLED = new URL('./extraction-worker.js', import.meta.url);
const SOURCE = new URL('./extraction-worker.ts', import.meta.url);

/** The worker has more to do than it can. */
export class ExtractorBusy extends Error {
  override readonly name = 'ExtractorBusy';
}

interface Waiting {
  readonly job: ExtractionJob;
  readonly resolve: (extraction: Extraction) => void;
  readonly reject: (error: unknown) => void;
}

export interface ExtractorOptions {
  readonly timeLimitMs?: number;
  readonly memoryMb?: number;
  /** The worker's bundle: the one beside this one unless told. */
  readonly worker?: URL;
}

/**
 * Reads pages in a thread of its own, one after the other: strangers' pages neither hold up other requests nor
 * take the service's memory. The thread starts with the first page.
 */
export class Extractor {
  readonly #timeLimitMs: number;
  readonly #memoryMb: number;
  readonly #bundle: URL | null;
  readonly #queue: Waiting[] = [];
  #worker: Worker | null = null;
  #ready = false;
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor({ timeLimitMs = TIME_LIMIT_MS, memoryMb = MEMORY_MB, worker }: ExtractorOptions = {}) {
    this.#timeLimitMs = timeLimitMs;
    this.#memoryMb = memoryMb;
    this.#bundle = worker ?? (import.meta.url.endsWith('.ts') ? null : BUNDLED);
  }

  /**
   * @throws Unreadable where the page gives no text, or is too heavy to read
   * @throws ExtractorBusy
   */
  extract(job: ExtractionJob): Promise<Extraction> {
    if (this.#closed || this.#queue.length >= QUEUE_MAX) {
      return Promise.reject(new ExtractorBusy('Too many pages are being read at the moment.'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#next();
    });
  }

  /** Ends the worker. What waits is given up. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(new ExtractorBusy('The service is closing.'));
    await this.#drop(new ExtractorBusy('The service is closing.'));
  }

  #next(): void {
    if (this.#current !== null) return;
    const next = this.#queue.shift();
    this.#clearTimer();
    if (next === undefined) {
      this.#timer = setTimeout(() => void this.#drop(null), IDLE_MS).unref();
      return;
    }
    this.#current = next;
    this.#worker?.ref();
    if (this.#worker !== null && this.#ready) {
      this.#give(this.#worker, next);
      return;
    }
    this.#worker ??= this.#start();
    this.#timer = setTimeout(
      () => this.#fail(new Error('The extraction worker did not start.')),
      START_LIMIT_MS,
    );
  }

  /** The time that a page may take begins here: starting the thread is not its fault. */
  #give(worker: Worker, { job }: Waiting): void {
    this.#clearTimer();
    this.#timer = setTimeout(() => this.#fail(tooHeavy('took too long')), this.#timeLimitMs);
    worker.postMessage(job);
  }

  #start(): Worker {
    const worker = startWorker(this.#bundle, {
      execArgv: [],
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: this.#memoryMb,
        maxYoungGenerationSizeMb: 64,
        stackSizeMb: 8,
      },
    });
    worker.on('message', (message: WorkerMessage) => {
      if (worker !== this.#worker) return;
      if (message !== 'ready') this.#done(message);
      else {
        this.#ready = true;
        if (this.#current !== null) this.#give(worker, this.#current);
      }
    });
    worker.on('error', (error) => {
      if (worker !== this.#worker) return;
      const full = hasErrno(error, 'ERR_WORKER_OUT_OF_MEMORY');
      this.#fail(full ? tooHeavy('needs too much memory') : error);
    });
    return worker;
  }

  #done(result: ExtractionResult): void {
    const current = this.#current;
    this.#current = null;
    this.#worker?.unref();
    if (result.ok) current?.resolve(result.extraction);
    else current?.reject(new Unreadable(result.code, result.message));
    this.#next();
  }

  #fail(error: unknown): void {
    void this.#drop(error);
    this.#next();
  }

  /** Ends the worker, and with it what it is at. */
  async #drop(error: unknown): Promise<void> {
    const worker = this.#worker;
    const current = this.#current;
    this.#worker = null;
    this.#ready = false;
    this.#current = null;
    this.#clearTimer();
    current?.reject(error);
    await worker?.terminate();
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function tooHeavy(how: string): Unreadable {
  return new Unreadable(
    'page_too_heavy',
    `The page ${how} to read. Copy the part that matters and send it as \`text\`.`,
  );
}

/** Where there is no bundle, as the sources run as they are, tsx reads the worker's as well. */
function startWorker(bundle: URL | null, options: WorkerOptions): Worker {
  if (bundle !== null) return new Worker(bundle, options);
  const code = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(SOURCE.href)})));`;
  return new Worker(code, { ...options, eval: true });
}
