import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Extractor } from '../src/backend/ingest/extractor.js';
import { listedArticle, newspaperArticle } from './article-pages.js';
import type { Figure } from './figures.js';
import { timed } from './timed.js';

const READER = new URL('../dist/extraction-worker.js', import.meta.url);
const BARE_READER = join(import.meta.dirname, 'baselines/bare-page-reader.mjs');

/**
 * Reads pages of 200 KB in the reading thread, compared with linkedom and Readability in a thread of their own: neither
 * collects the garbage of the other.
 */
export async function readPages(): Promise<Figure[]> {
  const extractor = new Extractor({ worker: READER });
  const bare = new Worker(BARE_READER);
  try {
    const figures: Figure[] = [];
    for (const [name, html] of [
      ['Reading a page, 200 KB', listedArticle()],
      ['… of a newspaper', newspaperArticle()],
    ] as const) {
      const bytes = Buffer.from(html);
      const [value = 0, yardstick = 0] = await timed(
        () => read(extractor, bytes),
        async () => {
          bare.postMessage(bytes);
          const [length] = (await once(bare, 'message')) as [number];
          if (length === 0) throw new Error('Readability found no article.');
        },
      );
      figures.push({
        name,
        value,
        unit: 'ms',
        yardstick: { name: 'linkedom + Readability', value: yardstick },
        budget: { atMost: 0.5 },
      });
    }
    return figures;
  } finally {
    await Promise.all([extractor.close(), bare.terminate()]);
  }
}

async function read(extractor: Extractor, bytes: Uint8Array): Promise<void> {
  const page = {
    bytes,
    contentType: 'text/html; charset=utf-8',
    robotsHeader: '',
    url: 'https://mill.example/',
  };
  const { wordCount } = await extractor.extract(
    { kind: 'page', ...page },
    { share: 'bench', signal: new AbortController().signal },
  );
  if (wordCount < 1000) throw new Error(`Only ${wordCount} words were read.`);
}
