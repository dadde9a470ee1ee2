import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomIds } from '../../src/backend/ids.js';
import type { DeliveryStep } from '../../src/backend/publishing/delivery-ports.js';
import { untilWritten } from '../../src/backend/store/database-faults.js';
import { openDatabase } from '../../src/backend/store/open-database.js';
import type { TargetPartRow, TargetRow } from '../../src/backend/store/schema.js';
import type { Store, Write } from '../../src/backend/store/store.js';
import type { Platform } from '../../src/contract/platforms.js';
import { SharedPlace, type StoreKind } from '../support/both-stores.js';
import { accountRow, insertDue, workspaceRow } from '../support/rows.js';
import { NetworkFile } from './network-file.js';

const PROCESS = join(import.meta.dirname, 'publisher-process.ts');
const ROOT = join(import.meta.dirname, '../..');
const ROWS_TOGETHER = 200;

export interface NewTarget {
  readonly platform: Platform;
  readonly parts: readonly TargetPartRow['kind'][];
}

/** A database with due targets on it, and publishers in processes of their own. */
export class CrashRoom {
  readonly shared: SharedPlace;
  readonly store: Store;
  readonly network: NetworkFile;
  readonly #networkFile: string;
  readonly #running = new Set<ChildProcess>();
  readonly #networkDelay: number;

  private constructor(shared: SharedPlace, store: Store, networkDelay: number) {
    this.shared = shared;
    this.store = store;
    this.#networkFile = join(shared.folder, 'network.txt');
    this.network = new NetworkFile(this.#networkFile);
    this.#networkDelay = networkDelay;
  }

  /** @param networkDelay how long a network takes to act, and then again to answer, in milliseconds */
  static async open(kind: StoreKind = 'the embedded database', networkDelay = 5): Promise<CrashRoom> {
    const shared = await SharedPlace.make(kind);
    const { folder, databaseUrl } = shared;
    return new CrashRoom(shared, await openDatabase({ dataFolder: folder, databaseUrl }), networkDelay);
  }

  /** Takes the database away as if it had crashed, for so many milliseconds. */
  async loseDatabase(milliseconds: number): Promise<void> {
    const { server } = this.shared;
    if (!server) throw new Error('The embedded database cannot be away.');
    await server.halt('immediate');
    await sleep(milliseconds);
    await server.run();
  }

  /** Makes an account for each platform, and the targets, due now. */
  async addDue(targets: readonly NewTarget[]): Promise<string[]> {
    const now = Date.now();
    await this.store.write((trx) => addWorkspace(trx, now, [...new Set(targets.map((one) => one.platform))]));
    const ids: string[] = [];
    for (let from = 0; from < targets.length; from += ROWS_TOGETHER) {
      const some = targets.slice(from, from + ROWS_TOGETHER);
      await this.store.write(async (trx) => {
        for (const one of some) ids.push(await addTarget(trx, one, now));
      });
    }
    return ids;
  }

  /**
   * @param crashAt the step at which it hangs
   * @param loses a key: the first request that it sends with it is lost on its way
   * @returns a publisher that has started
   */
  async start(crashAt: DeliveryStep | null = null, loses: string | null = null): Promise<Publishing> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', PROCESS, this.shared.folder, this.#networkFile, String(this.#networkDelay)],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          ...this.shared.env,
          ...(crashAt !== null && { CRASH_AT: crashAt }),
          ...(loses !== null && { LOSES: loses }),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#running.add(child);
    const publishing = new Publishing(child);
    await publishing.says('started');
    return publishing;
  }

  targets(): Promise<TargetRow[]> {
    return this.store.db.selectFrom('targets').selectAll().execute();
  }

  parts(): Promise<TargetPartRow[]> {
    return this.store.db.selectFrom('target_parts').selectAll().execute();
  }

  async unsettled(): Promise<number> {
    const { left } = await untilWritten(() =>
      this.store.db
        .selectFrom('targets')
        .select((select) => select.fn.countAll<number>().as('left'))
        .where('status', 'in', ['pending', 'publishing'])
        .executeTakeFirstOrThrow(),
    );
    return Number(left);
  }

  /** @throws where something is still unsettled after that time, in milliseconds */
  async allSettled(limit: number): Promise<void> {
    const giveUpAt = performance.now() + limit;
    for (let left = await this.unsettled(); left > 0; left = await this.unsettled()) {
      if (performance.now() > giveUpAt) throw new Error(`${left} targets did not settle in ${limit} ms.`);
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    await Promise.all([...this.#running].map(hasEnded));
    await this.store.close();
    await this.shared.remove();
  }
}

/** One publisher in a process of its own. */
export class Publishing {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';
  #heard: () => void = () => undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
      this.#heard();
    });
    child.once('exit', () => this.#heard());
  }

  /** Resolves when the process has said it; throws when it ended before. */
  async says(words: string): Promise<void> {
    while (!this.#said.includes(`${words}\n`)) {
      if (this.#child.exitCode !== null) throw new Error(`The publisher ended: ${this.#said}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }
}

function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function addWorkspace(trx: Write, now: number, platforms: readonly Platform[]): Promise<void> {
  await trx.insertInto('workspaces').values(workspaceRow('ws_crash', now)).execute();
  for (const platform of platforms) {
    await trx
      .insertInto('accounts')
      .values(accountRow(`acc_${platform}`, 'ws_crash', platform, now))
      .execute();
  }
}

async function addTarget(trx: Write, { platform, parts }: NewTarget, now: number): Promise<string> {
  const targetId = randomIds.next('target', now);
  await insertDue(trx, {
    postId: randomIds.next('post', now),
    targetId,
    workspaceId: 'ws_crash',
    accountId: `acc_${platform}`,
    platform,
    text: targetId,
    due: now,
    now,
    parts,
  });
  return targetId;
}
