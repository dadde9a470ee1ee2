import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadinessCheck } from '../../contract/service/readiness.js';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { ReadinessProbe } from '../http/service-handlers.js';
import { DATABASE_DAMAGED } from '../operations/database-damaged.js';
import { isDamaged, isDiskFull } from '../store/database-errors.js';
import type { MigrationState, Store } from '../store/store.js';
import type { Workers } from './workers.js';

/** For how long a result is reused, in milliseconds. Anyone can ask, and each check costs a transaction and a file. */
const REUSE_MS = 1_000;

/** How long a check may take, in milliseconds: less than load balancers usually wait. */
const TIMEOUT_MS = 2_000;

/** How old the publisher's last look may be, in milliseconds. It looks every second, and waits up to 15 s for a lock. */
const MAX_LOOK_AGE_MS = 30_000;

/** Free space below which a disk counts as full, in bytes. The write-ahead log alone grows to 4 MB. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;

const MB = 1024 * 1024;
const PROBE_FILE = 'readiness.tmp';

type Check = Omit<ReadinessCheck, 'name'>;

export interface ReadinessDependencies {
  readonly store: Store;
  readonly workers: Pick<Workers, 'sinceLook'>;
  /** Data folder, or `:memory:`. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Whether this process can do its work. Details are public, so they name no path and no address; the log has the
 * errors.
 */
export class Readiness implements ReadinessProbe {
  readonly #dependencies: ReadinessDependencies;
  readonly #database: BoundedCheck;
  readonly #migrations: BoundedCheck;
  readonly #disk: BoundedCheck;
  #last: { readonly at: number; readonly checks: Promise<readonly ReadinessCheck[]> } | null = null;
  #failed = '';

  constructor(dependencies: ReadinessDependencies) {
    this.#dependencies = dependencies;
    const { store, dataFolder, log } = dependencies;
    this.#database = new BoundedCheck(() => checkDatabase(store, log), {
      status: 'failed',
      detail: `The database has not answered for ${TIMEOUT_MS / 1_000} s. It is unreachable, or another process holds its write lock.`,
    });
    this.#migrations = new BoundedCheck(() => checkMigrations(store, log), NO_MIGRATIONS);
    this.#disk = new BoundedCheck(() => checkDisk(dataFolder, log), {
      status: 'failed',
      detail: `The disk of the data folder has not answered for ${TIMEOUT_MS / 1_000} s.`,
    });
  }

  check(): Promise<readonly ReadinessCheck[]> {
    const now = this.#dependencies.clock.monotonic();
    if (this.#last === null || now - this.#last.at >= REUSE_MS) this.#last = { at: now, checks: this.#run() };
    return this.#last.checks;
  }

  /** Whether the database answers and accepts changes, by the same check. */
  async databaseAnswers(): Promise<boolean> {
    const checks = await this.check();
    return checks.some(({ name, status }) => name === 'database' && status === 'ok');
  }

  async #run(): Promise<readonly ReadinessCheck[]> {
    const { workers, log } = this.#dependencies;
    const [database, migrations, disk] = await Promise.all([
      this.#database.run(),
      this.#migrations.run(),
      this.#disk.run(),
    ]);
    const checks: readonly ReadinessCheck[] = [
      { name: 'database', ...database },
      { name: 'migrations', ...migrations },
      { name: 'publisher', ...checkPublisher(workers.sinceLook()) },
      { name: 'disk', ...disk },
    ];
    const failed = checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
    // Only changes are logged: health checks repeat every few seconds.
    if (failed.join() !== this.#failed) {
      if (failed.length > 0) log.warn({ failed }, 'not ready');
      else log.warn({}, 'ready again');
      this.#failed = failed.join();
    }
    return checks;
  }
}

/** A check that answers in time, even while the previous one still waits. */
class BoundedCheck {
  readonly #run: () => Promise<Check>;
  readonly #late: Check;
  #running: Promise<Check> | null = null;

  constructor(run: () => Promise<Check>, late: Check) {
    this.#run = run;
    this.#late = late;
  }

  async run(): Promise<Check> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Check>((resolve) => {
      timer = setTimeout(() => resolve(this.#late), TIMEOUT_MS);
      timer.unref();
    });
    try {
      return await Promise.race([this.#running, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Takes the write lock, as every change does, and reads. */
async function checkDatabase(store: Store, log: Log): Promise<Check> {
  try {
    await store.write((trx) => trx.selectFrom('workspaces').select('id').limit(1).execute(), {
      urgent: true,
    });
  } catch (error) {
    log.error({ err: error }, 'the database failed the readiness check');
    if (isDamaged(error)) return { status: 'failed', detail: DATABASE_DAMAGED };
    return {
      status: 'failed',
      detail: 'The database failed, is unreachable, or is locked by another process. The log has the error.',
    };
  }
  // One bad page leaves most reads unharmed: another request has met it.
  if (store.damage() !== null) return { status: 'failed', detail: DATABASE_DAMAGED };
  return { status: 'ok', detail: 'The database answers and accepts changes.' };
}

/** The check of the database says why. */
const NO_MIGRATIONS: Check = { status: 'skipped', detail: 'The database does not say which tables it has.' };

async function checkMigrations(store: Store, log: Log): Promise<Check> {
  let state: MigrationState;
  try {
    state = await store.migrations();
  } catch (error) {
    log.error({ err: error }, 'the migrations of the database could not be read');
    return NO_MIGRATIONS;
  }
  const { applied, known, isRunning } = state;
  if (isRunning)
    return {
      status: 'failed',
      detail: 'Another process is changing the tables for its version. Wait for it.',
    };
  const versions = `(schema ${applied}; this version supports ${known})`;
  if (applied > known) {
    return {
      status: 'failed',
      detail: `The database was changed for a newer version of Postrider ${versions}. Update this process.`,
    };
  }
  if (applied < known) {
    return {
      status: 'failed',
      detail: `The database has the tables of an older version of Postrider ${versions}. Restart this process.`,
    };
  }
  return { status: 'ok', detail: 'The database has the tables of this version.' };
}

function checkPublisher(sinceLook: number | null): Check {
  if (sinceLook === null) return { status: 'skipped', detail: 'Another process publishes.' };
  const seconds = Math.round(sinceLook / 1_000);
  if (sinceLook <= MAX_LOOK_AGE_MS) {
    return { status: 'ok', detail: `The publisher looked for due posts ${seconds} s ago.` };
  }
  return {
    status: 'failed',
    detail: `The publisher last looked for due posts ${seconds} s ago, so posts are late. The log has the error.`,
  };
}

/** Writes a small file: a disk that was remounted read-only, or a quota, does not show in the free space. */
async function checkDisk(folder: string, log: Log): Promise<Check> {
  if (folder === ':memory:') return { status: 'skipped', detail: 'The data is in memory.' };
  const file = join(folder, PROBE_FILE);
  try {
    await writeFile(file, Buffer.alloc(4_096), { mode: 0o600 });
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const space = `${Math.floor(free / MB).toLocaleString('en-US')} MB`;
    if (free >= MIN_FREE_BYTES) {
      return { status: 'ok', detail: `The data folder is writable, with ${space} free.` };
    }
    return {
      status: 'failed',
      detail: `The disk of the data folder has only ${space} free. Free some space.`,
    };
  } catch (error) {
    log.error({ err: error }, 'the data folder failed the readiness check');
    return {
      status: 'failed',
      detail: isDiskFull(error)
        ? 'The disk of the data folder is full. Free some space.'
        : 'The data folder is not writable. The log has the error.',
    };
  } finally {
    await rm(file, { force: true }).catch((error: unknown) => {
      log.warn({ err: error }, 'the file of the readiness check could not be removed');
    });
  }
}
