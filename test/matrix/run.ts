import { machineName } from '../../bench/machine.js';
import { tableOf, writeMeasured } from '../../bench/written-down.js';
import { matrixTable, runMatrix } from './matrix.js';

/**
 * Everything that can be published on each network, and each way to lose its outcome, on the real clock. `--each` says
 * how many of each cell (20), `postgres` runs it over PostgreSQL, and `--write` writes the table to docs/measured.md.
 */
const each = Number(process.argv[process.argv.indexOf('--each') + 1]) || 20;
const overPostgres = process.argv.includes('postgres');
const matrix = await runMatrix({
  store: overPostgres ? 'PostgreSQL' : 'the embedded database',
  each,
  limit: 10 * 60_000,
});
const table = tableOf(matrixTable(matrix));
console.log(table);
for (const { platform, thing, failed, reasons } of matrix.rows) {
  for (const reason of reasons) console.log(`${platform} ${thing} (${failed} failed): ${reason}`);
}
console.log(`At least ${matrix.least} of each cell; ${Math.round(matrix.seconds)} s.`);
if (process.argv.includes('--write')) {
  const store = overPostgres ? 'PostgreSQL' : 'The embedded database';
  writeMeasured(
    `faults-matrix-${overPostgres ? 'postgres' : 'embedded'}`,
    `${store}, at least ${matrix.least} of each, ${machineName()}.\n\n${table}`,
  );
}
const wrong = matrix.rows.reduce(
  (sum, { twice, lost, absent, there }) => sum + twice + lost + absent + there,
  0,
);
if (wrong > 0 || matrix.least < each) process.exitCode = 1;
