import { Worker, type WorkerOptions } from 'node:worker_threads';
import { hasErrno } from '../../base/errno.js';
import { FairWork } from '../base/fair-work.js';
import {
  type Extraction,
  type ExtractionJob,
  type ExtractionResult,
  tooHeavy,
  Unreadable,
  type WorkerMessage,
} from './extraction.js';

/** How long the worker may take to start, in milliseconds. */
const START_LIMIT_MS = 30_000;

/** How long one page may take before the worker is terminated and replaced. In milliseconds. */
export const MAX_EXTRACTION_MS = 8_000;

/** The worker’s memory limit in MB. A page of 5 MB needs about a third of it. */
const MEMORY_MB = 384;

/** How long an idle worker keeps its memory before it is terminated. In milliseconds. */
const IDLE_MS = 60_000;

const BUNDLED = new URL('./extraction-worker.js', import.meta.url);
const SOURCE = new URL('./extraction-worker.ts', import.meta.url);

/** The extractor is closing. */
export class ExtractorClosed extends Error {
  override readonly name = 'ExtractorClosed';

  constructor() {
    super('The service is shutting down.');
  }
}

export interface ExtractOptions {
  /** Whose job it is. Shares take turns. */
  readonly share: string;
  /** Stops waiting for the turn. */
  readonly signal: AbortSignal;
}

interface CurrentJob {
  readonly job: ExtractionJob;
  readonly resolve: (extraction: Extraction) => void;
  readonly reject: (error: unknown) => void;
}

export interface ExtractorOptions {
  readonly timeLimitMs?: number;
  readonly memoryMb?: number;
  /** The worker’s bundle. Defaults to the one next to this file. */
  readonly worker?: URL;
}

/**
 * Reads pages in a worker thread, one after the other, so that untrusted pages can neither block other requests nor
 * exhaust the memory of the service. Workspaces take turns, so that one with heavy pages delays the others by one page
 * at most. The thread starts with the first page.
 */
export class Extractor {
  readonly #timeLimitMs: number;
  readonly #memoryMb: number;
  readonly #bundle: URL | null;
  readonly #turns = new FairWork({ maxAtOnce: 1, maxPerShare: 1 });
  #closed = false;
  #worker: Worker | null = null;
  #ready = false;
  #current: CurrentJob | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor({ timeLimitMs = MAX_EXTRACTION_MS, memoryMb = MEMORY_MB, worker }: ExtractorOptions = {}) {
    this.#timeLimitMs = timeLimitMs;
    this.#memoryMb = memoryMb;
    this.#bundle = worker ?? (import.meta.url.endsWith('.ts') ? null : BUNDLED);
  }

  /**
   * @throws Unreadable if no text can be extracted, or the page takes too much time or memory
   * @throws ExtractorClosed, or the reason of the signal
   */
  extract(job: ExtractionJob, { share, signal }: ExtractOptions): Promise<Extraction> {
    return this.#turns.run(share, signal, () => this.#read(job));
  }

  /** Terminates the worker and rejects all jobs. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop(new ExtractorClosed());
  }

  #read(job: ExtractionJob): Promise<Extraction> {
    if (this.#closed) return Promise.reject(new ExtractorClosed());
    return new Promise((resolve, reject) => this.#begin({ job, resolve, reject }));
  }

  #begin(next: CurrentJob): void {
    this.#clearTimer();
    this.#current = next;
    this.#worker?.ref();
    if (this.#worker !== null && this.#ready) {
      this.#give(this.#worker, next);
      return;
    }
    this.#worker ??= this.#start();
    this.#timer = setTimeout(
      () => void this.#drop(new Error('The extraction worker did not start.')),
      START_LIMIT_MS,
    );
  }

  /** Starts the time limit of the next page. The start of the thread does not count. */
  #give(worker: Worker, { job }: CurrentJob): void {
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.#drop(tooHeavy('took too long')), this.#timeLimitMs);
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
      void this.#drop(full ? tooHeavy('needs too much memory') : error);
    });
    return worker;
  }

  #done(result: ExtractionResult): void {
    const current = this.#current;
    this.#current = null;
    this.#worker?.unref();
    if (result.ok) current?.resolve(result.extraction);
    else current?.reject(new Unreadable(result.code, result.message));
    this.#rest();
  }

  /** Keeps the idle worker and its memory for a while. The next job, if any, begins after this. */
  #rest(): void {
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.#drop(null), IDLE_MS).unref();
  }

  /** Terminates the worker and rejects its current job. */
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

/** Without a bundle, when the sources run directly, tsx loads the worker too. */
function startWorker(bundle: URL | null, options: WorkerOptions): Worker {
  if (bundle !== null) return new Worker(bundle, options);
  const code = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(SOURCE.href)})));`;
  return new Worker(code, { ...options, eval: true });
}
