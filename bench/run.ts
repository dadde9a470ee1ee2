import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { comparisonOf, type Figure, FigureSchema, isWithinBudget, tableOf } from './figures.js';
import { machineName } from './machine.js';
import { SUBJECTS } from './subjects.js';
import { writeMeasured } from './written-down.js';

const HELP = `Runs the benchmarks and checks their budgets. Most figures are ratios within one run.

  npm run bench                              run all
  npm run bench -- lateness upload           run some: ${Object.keys(SUBJECTS).join(', ')}
  npm run bench -- --compare OLD.json        compare with an earlier run in bench/results/
  npm run bench -- --write                   write the table to docs/measured.md

Exits with 1 if a budget is exceeded.`;

const Kept = z.object({ machine: z.string(), figures: z.array(FigureSchema) });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const unknown = positionals.filter((name) => !(name in SUBJECTS));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown benchmark: ${unknown.join(', ')}.\n`);
  console.log(HELP);
  process.exit(unknown.length > 0 ? 2 : 0);
}
// Read first, so that a wrong path fails immediately.
const earlier = values.compare ? Kept.parse(JSON.parse(readFileSync(values.compare, 'utf8'))) : null;

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(SUBJECTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`… ${name}`);
  figures.push(...(await measure()));
}
const machine = machineName();
console.log(`${machine}\n\n${tableOf(figures)}`);
if (earlier)
  console.log(
    `\nCompared with ${values.compare} (${earlier.machine})\n\n${comparisonOf(earlier.figures, figures)}`,
  );

const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
console.log(`\nSaved to ${file}`);
if (values.write) writeMeasured('bench', `${machine}.\n\n${tableOf(figures, 'markdown')}`);

if (figures.some((figure) => isWithinBudget(figure) === false)) process.exitCode = 1;
