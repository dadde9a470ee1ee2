import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createPosts } from './create-posts.js';
import { isWithinBudget, tableOf } from './figures.js';
import { inbox } from './inbox.js';
import { ingest } from './ingest.js';
import { installSize } from './install-size.js';
import { lateness } from './lateness.js';
import { slots } from './slots.js';
import { startUp } from './start-up.js';
import { upload } from './upload.js';

/** Measures everything, prints a table, and keeps the figures as JSON. Ends with 1 where a budget is broken. */
const figures = [
  ...(await startUp()),
  ...(await createPosts()),
  ...(await lateness()),
  ...(await slots()),
  ...(await upload()),
  ...(await ingest()),
  ...(await inbox()),
  ...installSize(),
];
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`;
console.log(`${machine}\n\n${tableOf(figures)}`);

const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
console.log(`\nKept in ${file}`);

if (figures.some((figure) => isWithinBudget(figure) === false)) process.exitCode = 1;
