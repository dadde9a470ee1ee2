import { parentPort } from 'node:worker_threads';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/* The minimum that reads an article in a thread: the page is parsed, Readability looks for the article, that is all. */
parentPort.on('message', (bytes) => {
  const { document } = parseHTML(new TextDecoder().decode(bytes));
  parentPort.postMessage(new Readability(document).parse()?.length ?? 0);
});
