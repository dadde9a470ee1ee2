import { machineName } from '../../../bench/machine.js';
import { tableOf, writeMeasured } from '../../../bench/written-down.js';
import { httpTable, runWholeHttpMatrix } from './http-matrix.js';
import { replyTable, runAllReplies } from './reply-matrix.js';

/** What a run has found. */
interface Found {
  /** The name of the table in docs/measured.md. */
  readonly name: string;
  readonly cells: number;
  readonly table: string;
  /** In words. */
  readonly wrong: readonly string[];
}

async function losePosts(): Promise<Found> {
  const rows = await runWholeHttpMatrix();
  return {
    name: 'faults-matrix-http',
    cells: rows.reduce((sum, row) => sum + row.cells, 0),
    table: tableOf(httpTable(rows)),
    wrong: rows.flatMap(({ platform, form, wrong }) => wrong.map((one) => `${platform} ${form}: ${one}`)),
  };
}

async function loseReplies(): Promise<Found> {
  const rows = await runAllReplies();
  return {
    name: 'faults-replies-http',
    cells: rows.reduce((sum, { outcomes }) => sum + Object.keys(outcomes).length, 0),
    table: tableOf(replyTable(rows)),
    wrong: rows.flatMap(({ platform, wrong }) => wrong.map((one) => `${platform}: ${one}`)),
  };
}

/**
 * Every way to lose the outcome of a post over HTTP; with `--replies`, of a reply to a comment. `--write` writes the table
 * to docs/measured.md.
 */
const began = performance.now();
const { name, cells, table, wrong } = await (process.argv.includes('--replies') ? loseReplies : losePosts)();
console.log([table, ...wrong].join('\n'));
console.log(`${cells} cells; ${Math.round((performance.now() - began) / 1000)} s.`);
if (process.argv.includes('--write')) writeMeasured(name, `${cells} cells, ${machineName()}.\n\n${table}`);
if (wrong.length > 0) process.exitCode = 1;
