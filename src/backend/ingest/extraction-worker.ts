import { parentPort } from 'node:worker_threads';
import { extractPage } from './extract-page.js';
import { type ExtractionJob, type ExtractionResult, Unreadable, type WorkerMessage } from './extraction.js';
import { readDocument } from './plain-document.js';

/** Entry point of the worker thread: processes one job after the other. */
parentPort?.on('message', (job: ExtractionJob) => {
  parentPort?.postMessage(resultOf(job));
});

function resultOf(job: ExtractionJob): ExtractionResult {
  try {
    return { ok: true, extraction: job.kind === 'page' ? extractPage(job) : readDocument(job.text, job) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

const ready: WorkerMessage = 'ready';
parentPort?.postMessage(ready);
