import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningBackend } from '../../src/backend/app/running-backend.js';
import { PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { Publishing } from '../crash/publishing.js';
import { SharedPlace, type StoreKind } from '../support/processes/both-stores.js';
import { bundledProgram } from '../support/processes/bundled-program.js';
import { COLUMNS, type Column, columnOf, POST_CELLS, SEND_CELLS, THINGS, type Thing } from './cells.js';
import { FaultPlan } from './faulty-accounts.js';
import { isOut, type Judgement, judge } from './judgement.js';
import { Round, type Said, startService } from './matrix-world.js';

const PROCESS = join(import.meta.dirname, 'matrix-process.ts');
const ROOT = join(import.meta.dirname, '../..');

/** The most jobs at a time for one network: those that hang keep their slots, and after the kill all are due at once. */
const MAX_WITH_FAULTS = 1_024;
const MAX_AFTER_KILL = 16;

/** The next round begins when fewer than this are at work: otherwise calls would time out for want of a processor. */
const MAX_ACTIVE = 100;

/** How many rounds send at a time. */
const ROUNDS_AT_ONCE = 5;

/** How often to look whether everything is settled, in milliseconds. */
const LOOK_EVERY_MS = 250;

export interface MatrixPlan {
  readonly store: StoreKind;
  /** How many of each cell. */
  readonly each: number;
  /** The time limit of each of its two halves, in milliseconds. */
  readonly limit: number;
}

/** The outcomes of one thing at one network, whatever went wrong. */
interface MatrixRow extends Judgement {
  readonly platform: Platform;
  readonly thing: Thing;
  /** How many of them something went wrong for. */
  readonly tried: Readonly<Record<Column, number>>;
  /** A few of the messages of those that failed or are unknown. */
  readonly reasons: readonly string[];
}

export interface Matrix {
  readonly rows: readonly MatrixRow[];
  /** The smallest number of tries of a cell. */
  readonly least: number;
  readonly seconds: number;
}

/** Runs every cell: something goes wrong once for each account, the process is killed, and another one ends the work. */
export async function runMatrix({ store, each, limit }: MatrixPlan): Promise<Matrix> {
  const began = performance.now();
  const shared = await SharedPlace.make(store);
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const plan = new FaultPlan(join(shared.folder, 'plan.json'));
    const rounds = await prepareRounds(shared, each);
    const backend = await startService(shared, 'api');
    cleanups.push(() => backend.close());
    for (const round of rounds) round.moveTo(backend);
    const accounts = rounds.flatMap(({ postAccounts, sendAccounts }) => [...postAccounts, ...sendAccounts]);
    const hanging = new Set(accounts.flatMap(({ id, cell }) => (cell.fault.kind === 'kill' ? [id] : [])));
    plan.write(Object.fromEntries(accounts.map(({ id, cell }) => [id, cell.fault])));

    const start = async (max: number, mode: string): Promise<Publishing> => {
      const args = [shared.folder, backend.url, join(shared.folder, 'plan.json'), String(max), mode];
      const child = spawn(process.execPath, [await bundledProgram(PROCESS), ...args], {
        cwd: ROOT,
        env: { ...process.env, ...shared.env },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const publishing = new Publishing(child);
      cleanups.unshift(() => publishing.kill());
      await publishing.says('started');
      return publishing;
    };
    const victim = await start(MAX_WITH_FAULTS, 'faults');
    const sends = beginSends(rounds);
    const active = async (): Promise<number> => {
      const { done } = plan;
      return (await accountsAtWork(backend)).filter((id) => !(done.has(id) && hanging.has(id))).length;
    };
    for (const round of rounds) {
      await round.beginPosts();
      await until(limit, async () => (await active()) < MAX_ACTIVE);
    }
    await sends;
    await until(limit, async () => (await active()) === 0);
    await victim.kill();
    await start(MAX_AFTER_KILL, '');
    await until(limit, async () => (await accountsAtWork(backend)).length === 0);

    const { done } = plan;
    const said: Said[] = [];
    for (const round of rounds) said.push(...(await round.read()));
    const tries = triesOf(said, done);
    return {
      rows: rowsOf(said, done),
      least: Math.min(...tries.values()),
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    for (const cleanup of cleanups) await cleanup();
    await shared.remove();
  }
}

async function prepareRounds(shared: SharedPlace, each: number): Promise<Round[]> {
  const backend = await startService(shared, 'all');
  try {
    const rounds: Round[] = [];
    for (let number = 1; number <= each; number += 1) rounds.push(await Round.open(number, backend));
    await Promise.all(rounds.map((round) => round.prepare()));
    return rounds;
  } finally {
    await backend.close();
  }
}

/** Each waits some seconds for those that hang. */
async function beginSends(rounds: readonly Round[]): Promise<void> {
  for (let from = 0; from < rounds.length; from += ROUNDS_AT_ONCE) {
    await Promise.all(rounds.slice(from, from + ROUNDS_AT_ONCE).map((round) => round.beginSends()));
  }
}

/** The accounts for which something is not settled. What never settles counts as lost. */
async function accountsAtWork({ services }: RunningBackend): Promise<string[]> {
  const { db } = services.store;
  const [targets, sends] = await Promise.all([
    db.selectFrom('targets').select('account_id').where('status', 'in', ['pending', 'publishing']).execute(),
    db.selectFrom('sends').select('account_id').where('status', '=', 'sending').execute(),
  ]);
  return [...targets, ...sends].map(({ account_id }) => account_id);
}

async function until(limit: number, holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + limit;
  while (!(await holds()) && performance.now() < giveUpAt) await sleep(LOOK_EVERY_MS);
}

const isTargeted = ({ account, thing }: Said, done: ReadonlySet<string>): boolean =>
  account.cell.thing === thing && done.has(account.id);

/** How often each cell was tried. */
function triesOf(said: readonly Said[], done: ReadonlySet<string>): ReadonlyMap<string, number> {
  const tries = new Map([...POST_CELLS, ...SEND_CELLS].map((cell) => [JSON.stringify(cell), 0]));
  for (const one of said) {
    const name = JSON.stringify(one.account.cell);
    if (isTargeted(one, done)) tries.set(name, (tries.get(name) ?? 0) + 1);
  }
  return tries;
}

const MAX_REASONS = 3;

function rowsOf(said: readonly Said[], done: ReadonlySet<string>): MatrixRow[] {
  return PLATFORMS.flatMap((platform) =>
    THINGS.flatMap((thing): MatrixRow[] => {
      const own = said.filter((one) => one.account.cell.platform === platform && one.thing === thing);
      if (own.length === 0) return [];
      const targeted = own.filter((one) => isTargeted(one, done));
      const unexplained = own.filter((one) => !isOut(one));
      return [
        {
          platform,
          thing,
          tried: {
            reset: triedIn('reset', targeted),
            '502': triedIn('502', targeted),
            hang: triedIn('hang', targeted),
            killed: triedIn('killed', targeted),
          },
          ...judge(own),
          reasons: [
            ...new Set(
              unexplained.map(
                ({ account, status, message }) =>
                  `${JSON.stringify(account.cell.fault)} ${status}: ${message}`,
              ),
            ),
          ].slice(0, MAX_REASONS),
        },
      ];
    }),
  );
}

function triedIn(column: Column, targeted: readonly Said[]): number {
  return targeted.filter(({ account }) => columnOf(account.cell) === column).length;
}

/** The table of a matrix, with its header. */
export function matrixTable({ rows }: Matrix): readonly (readonly (string | number)[])[] {
  return [
    [
      'network',
      'what',
      ...COLUMNS,
      'seen twice',
      'lost',
      'said out and absent',
      'said failed and there',
      'unknown',
    ],
    ...rows.map(({ platform, thing, tried, twice, lost, absent, there, unknown }) => [
      platform,
      thing,
      ...COLUMNS.map((column) => tried[column]),
      ...[twice, lost, absent, there, unknown],
    ]),
  ];
}
