import { parentPort } from 'node:worker_threads';
import { extractPage } from './extract-page.js';
import {
  type Extraction,
  type ExtractionJob,
  type ExtractionResult,
  Unreadable,
  type WorkerMessage,
} from './extraction.js';
import { readCard } from './page-card.js';
import { isPdf } from './page-kind.js';
import { readPdf } from './pdf/read-pdf.js';
import { readDocument } from './plain-document.js';

/** Entry point of the worker thread: processes one job after the other. */
parentPort?.on('message', async (job: ExtractionJob) => {
  parentPort?.postMessage(await resultOf(job));
});

async function resultOf(job: ExtractionJob): Promise<ExtractionResult> {
  try {
    return { ok: true, extraction: await extractionOf(job) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

function extractionOf(job: ExtractionJob): Extraction | Promise<Extraction> {
  if (job.kind === 'text') return readDocument(job.text, job);
  const page = { ...job, kind: 'page' as const };
  if (isPdf(job.bytes, job.contentType)) return readPdf(page);
  return job.kind === 'card' ? readCard(page) : extractPage(page);
}

const ready: WorkerMessage = 'ready';
parentPort?.postMessage(ready);
