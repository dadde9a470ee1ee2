import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomIds } from '../../src/backend/base/ids.js';
import type { DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import { untilWritten } from '../../src/backend/store/database-errors.js';
import { openDatabase } from '../../src/backend/store/open-database.js';
import type { TargetPartRow, TargetRow } from '../../src/backend/store/schema.js';
import type { Store, Write } from '../../src/backend/store/store.js';
import type { Platform } from '../../src/contract/platforms.js';
import { SharedPlace, type StoreKind } from '../support/processes/both-stores.js';
import { bundledProgram } from '../support/processes/bundled-program.js';
import { accountRow, insertDue, workspaceRow } from '../support/rows/rows.js';
import { NetworkFile } from './network-file.js';
import { Publishing } from './publishing.js';

const PROCESS = join(import.meta.dirname, 'publisher-process.ts');
const ROOT = join(import.meta.dirname, '../..');
const BATCH = 200;

export interface NewTarget {
  readonly platform: Platform;
  readonly parts: readonly TargetPartRow['kind'][];
  /** In how many milliseconds it is due; default: now. */
  readonly dueIn?: number;
}

export interface HarnessOptions {
  /** How long a network takes to act, and then as long again to answer, in milliseconds. */
  readonly networkDelay?: number;
  /** The folder of the embedded database, if it has a disk of its own. */
  readonly dataFolder?: string;
}

/** What happens to one publisher, and how it is configured. */
export interface PublisherOptions {
  /** The step at which it hangs. */
  readonly crashAt?: DeliveryStep;
  /** The key whose first request is lost on its way. */
  readonly loses?: string | null;
  /** A file with the offset of its wall clock in milliseconds, which may change. */
  readonly clockFile?: string;
  /** The most targets that it publishes at a time on one network. */
  readonly maxPerNetwork?: number;
  /** The factor by which everything may take longer than in most crash tests. */
  readonly slower?: number;
}

/** A database with due targets, and publishers in separate processes. */
export class CrashHarness {
  readonly shared: SharedPlace;
  readonly store: Store;
  readonly network: NetworkFile;
  readonly #networkFile: string;
  readonly #dataFolder: string;
  readonly #running = new Set<Publishing>();
  readonly #networkDelay: number;
  readonly #accounts = new Set<Platform>();
  #closed = false;

  private constructor(shared: SharedPlace, store: Store, dataFolder: string, networkDelay: number) {
    this.shared = shared;
    this.store = store;
    this.#dataFolder = dataFolder;
    this.#networkFile = join(shared.folder, 'network.txt');
    this.network = new NetworkFile(this.#networkFile);
    this.#networkDelay = networkDelay;
  }

  static async open(
    kind: StoreKind = 'the embedded database',
    { networkDelay = 5, dataFolder }: HarnessOptions = {},
  ): Promise<CrashHarness> {
    const shared = await SharedPlace.make(kind);
    const folder = dataFolder ?? shared.folder;
    const store = await openDatabase({ dataFolder: folder, databaseUrl: shared.databaseUrl });
    return new CrashHarness(shared, store, folder, networkDelay);
  }

  /** Crashes the database and restarts it after this many milliseconds. */
  async loseDatabase(milliseconds: number): Promise<void> {
    const { server } = this.shared;
    if (!server) throw new Error('The embedded database cannot be away.');
    await server.halt('immediate');
    await sleep(milliseconds);
    await server.run();
  }

  /**
   * Creates an account for each platform, and the targets.
   *
   * @param now the present time, epoch milliseconds
   */
  async addDue(targets: readonly NewTarget[], now = Date.now()): Promise<string[]> {
    const platforms = [...new Set(targets.map((one) => one.platform))];
    const added = platforms.filter((platform) => !this.#accounts.has(platform));
    await this.store.write((trx) => addAccounts(trx, now, added, this.#accounts.size === 0));
    for (const platform of added) this.#accounts.add(platform);
    const ids: string[] = [];
    for (let from = 0; from < targets.length; from += BATCH) {
      const some = targets.slice(from, from + BATCH);
      await this.store.write(async (trx) => {
        for (const one of some) ids.push(await addTarget(trx, one, now));
      });
    }
    return ids;
  }

  /** @returns a publisher that has started */
  async start({
    crashAt,
    loses,
    clockFile,
    maxPerNetwork,
    slower,
  }: PublisherOptions = {}): Promise<Publishing> {
    // After a test has failed, nothing may start that nobody would end.
    if (this.#closed) throw new Error('The harness is closed.');
    const child = spawn(
      process.execPath,
      [await bundledProgram(PROCESS), this.#dataFolder, this.#networkFile, String(this.#networkDelay)],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          ...this.shared.env,
          ...(crashAt !== undefined && { CRASH_AT: crashAt }),
          ...(loses && { LOSES: loses }),
          ...(clockFile !== undefined && { CLOCK_FILE: clockFile }),
          ...(maxPerNetwork !== undefined && { MAX_PER_NETWORK: String(maxPerNetwork) }),
          ...(slower !== undefined && { SLOWER: String(slower) }),
        },
        // Its input ends with this process, and the child ends with its input.
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const publishing = new Publishing(child);
    this.#running.add(publishing);
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

  /** @throws if anything is unsettled after this many milliseconds */
  async allSettled(limit: number): Promise<void> {
    await this.settledOrNot(limit);
    const left = await this.unsettled();
    if (left > 0) throw new Error(`${left} targets did not settle in ${limit} ms.`);
  }

  /** Waits until everything is settled, at most this many milliseconds. What is unsettled after that counts as lost. */
  async settledOrNot(limit: number): Promise<void> {
    const giveUpAt = performance.now() + limit;
    while ((await this.unsettled()) > 0 && performance.now() < giveUpAt) await sleep(20);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running].map((publishing) => publishing.kill()));
    try {
      await this.store.close();
    } finally {
      await this.shared.remove();
    }
  }
}

async function addAccounts(
  trx: Write,
  now: number,
  platforms: readonly Platform[],
  isFirst: boolean,
): Promise<void> {
  if (isFirst) await trx.insertInto('workspaces').values(workspaceRow('ws_crash', now)).execute();
  for (const platform of platforms) {
    await trx
      .insertInto('accounts')
      .values(accountRow(`acc_${platform}`, 'ws_crash', platform, now))
      .execute();
  }
}

async function addTarget(
  trx: Write,
  { platform, parts, dueIn = 0 }: NewTarget,
  now: number,
): Promise<string> {
  const targetId = randomIds.next('target', now);
  await insertDue(trx, {
    postId: randomIds.next('post', now),
    targetId,
    workspaceId: 'ws_crash',
    accountId: `acc_${platform}`,
    platform,
    text: targetId,
    due: now + Math.round(dueIn),
    now,
    parts,
  });
  return targetId;
}
