import { tableOf, writeMeasured } from '../../bench/written-down.js';
import { textAt } from '../../src/backend/networks/requests/json-answer.js';
import type { Outcome, World } from './world.js';

/** Whether this run writes its tables to docs/measured.md: `POSTRIDER_WRITE_MEASURED=1 npm run test:networks`. */
const WRITES = process.env['POSTRIDER_WRITE_MEASURED'] === '1';

/** A row for each step: what came of it at the real server and at the simulated one. */
export function writeSteps(section: string, server: string, real: World, simulated: World): void {
  if (!WRITES) return;
  const rows = [...real.outcomes].map(([step, outcome]) => [
    step,
    wordsOf(outcome),
    wordsOf(simulated.outcomes.get(step)),
  ]);
  writeMeasured(section, `${server}.\n\n${tableOf([['step', 'real server', 'simulated'], ...rows])}`);
}

/** A row for each way in which answers got lost. */
export function writeLosses(section: string, rows: readonly (readonly (string | number)[])[]): void {
  if (!WRITES || rows.length === 0) return;
  const head = ['lost answer', 'posts of threads', 'lost', 'there once', 'there twice', 'missing'];
  writeMeasured(section, tableOf([head, ...rows]));
}

/** A row for each way in which answers got lost while the tool server published. */
export function writeToolLosses(section: string, rows: readonly (readonly (string | number)[])[]): void {
  if (!WRITES || rows.length === 0) return;
  writeMeasured(
    section,
    tableOf([['lost answer', 'posts', 'there once', 'there twice', 'missing'], ...rows]),
  );
}

/** A row for each form that was published through the tool server and read back. */
export function writeForms(section: string, rows: readonly (readonly string[])[]): void {
  if (!WRITES || rows.length === 0) return;
  writeMeasured(section, tableOf([['form', 'Bluesky PDS', 'snac2'], ...rows]));
}

/** A row for each time that access had expired while two processes published. */
export function writeRenewals(section: string, rows: readonly (readonly number[])[]): void {
  if (!WRITES || rows.length === 0) return;
  const head = ['round', 'posts', 'renewals', 'there once', 'there twice'];
  writeMeasured(section, tableOf([head, ...rows]));
}

function wordsOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'not tried';
  if ('returned' in outcome) {
    const status = textAt(outcome.returned, 'status');
    if (outcome.returned === null) return 'nothing found';
    return status === null || status === 'healthy' || /^\d+$/.test(status) ? 'done' : `done: ${status}`;
  }
  const { refused, status, error } = outcome;
  const answer = [status, error].filter((part) => part !== null && part !== '').join(' ');
  return answer === '' ? `refused: ${refused}` : `refused: ${refused} (${answer})`.replaceAll('|', '\\|');
}
