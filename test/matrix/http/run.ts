import { machineName } from '../../../bench/machine.js';
import { tableOf, writeMeasured } from '../../../bench/written-down.js';
import { httpTable, runWholeHttpMatrix } from './http-matrix.js';

/** Every way to lose the outcome of a post over HTTP. `--write` writes the table to docs/measured.md. */
const began = performance.now();
const rows = await runWholeHttpMatrix();
const table = tableOf(httpTable(rows));
const cells = rows.reduce((sum, row) => sum + row.cells, 0);
const wrong = rows.flatMap(({ platform, form, wrong: own }) =>
  own.map((one) => `${platform} ${form}: ${one}`),
);
console.log([table, ...wrong].join('\n'));
console.log(`${cells} cells; ${Math.round((performance.now() - began) / 1000)} s.`);
if (process.argv.includes('--write')) {
  writeMeasured('faults-matrix-http', `${cells} cells, ${machineName()}.\n\n${table}`);
}
if (wrong.length > 0) process.exitCode = 1;
