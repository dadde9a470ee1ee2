import { machineName } from '../../bench/machine.js';
import { tableOf, writeMeasured } from '../../bench/written-down.js';
import { countsTable, unsuccessful } from './counts.js';
import { walk } from './walk.js';

/**
 * Requests for every operation, generated from the OpenAPI description, in a fresh backend. `--seed` (1) repeats a run,
 * `--requests` (20,000) says how many, and `--write` writes the table to docs/measured.md.
 */
const option = (name: string, byDefault: number): number => {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? byDefault : Number(process.argv[place + 1]);
};
const seed = option('seed', 1);
const result = await walk({ seed, requests: option('requests', 20_000) });

const seen = new Set<string>();
for (const { complaint, text } of result.findings) {
  if (!seen.has(complaint)) console.log(`${text}\n\n----------\n`);
  seen.add(complaint);
}
const table = tableOf(countsTable(result.counts));
console.log(table);
const missing = unsuccessful(result.counts);
if (missing.length > 0) console.log(`Never succeeded: ${missing.join(', ')}`);
console.log(`${result.findings.length} wrong answers; ${Math.round(result.seconds)} s.`);
if (process.argv.includes('--write')) {
  writeMeasured('operations', `Seed ${seed}, the embedded database, ${machineName()}.\n\n${table}`);
}
if (result.findings.length > 0 || missing.length > 0) process.exitCode = 1;
