import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installOnce } from '../../support/install-once.js';
import { mustRun, runProgram } from '../../support/run-program.js';
import { Unavailable } from './unavailable.js';

/** The Debian release whose snac2 is used, on whatever Debian: it runs on the C library of that release. */
const RELEASE = 'forky';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const APT_MS = 5 * 60_000;

export interface InstalledSnac {
  /** The command that runs it, without its own arguments. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

/** @throws Unavailable */
export async function installSnac(): Promise<InstalledSnac> {
  if (process.platform !== 'linux' || !existsSync(KEYRING) || !existsSync('/usr/bin/apt-get'))
    throw new Unavailable('snac2 is installed from Debian’s packages, and this is not Debian.');
  const folder = await installOnce('snac', [RELEASE, process.arch], async (unfinished) => {
    console.error(`… Installing snac2 of Debian ${RELEASE} (a few seconds, and 50 MB)`);
    await unpackPackages(unfinished);
  });
  const loader = fileNamed(folder, /\/ld-linux[^/]*\.so\.\d+$/);
  const libraries = dirname(fileNamed(folder, /\/libc\.so\.6$/));
  const command: InstalledSnac['command'] = [
    loader,
    '--library-path',
    libraries,
    join(folder, 'usr/bin/snac'),
  ];
  const [program, ...args] = command;
  const said = (await runProgram(program, args, { timeout: 10_000 })).output;
  const version = /snac\/?\s*(\d+\.\d+)/.exec(said)?.[1];
  if (version === undefined) throw new Error(`snac2 does not start:\n${said.slice(-1000)}`);
  return { command, version };
}

function fileNamed(folder: string, name: RegExp): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => name.test(path));
  if (found === undefined) throw new Error(`The packages of snac2 contain no file like ${name}.`);
  return join(folder, found);
}

/**
 * Downloads snac2 and everything it needs with an apt of its own: one release, nothing installed yet, folders of its
 * own. apt verifies the signature of the release and the checksum of each package. Needs no root.
 */
async function unpackPackages(folder: string): Promise<void> {
  const apt = join(folder, 'apt');
  for (const name of ['state/lists/partial', 'cache/archives/partial'])
    await mkdir(join(apt, name), { recursive: true });
  await writeFile(join(apt, 'status'), '');
  await writeFile(
    join(apt, 'sources.list'),
    `deb [signed-by=${KEYRING}] ${await mirror()} ${RELEASE} main\n`,
  );
  const settings = {
    'Dir::State': join(apt, 'state'),
    'Dir::State::status': join(apt, 'status'),
    'Dir::Cache': join(apt, 'cache'),
    'Dir::Etc::sourcelist': join(apt, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Acquire::Languages': 'none',
    // A mirror may be some days old.
    'Acquire::Check-Valid-Until': 'false',
    'Acquire::Retries': '2',
    'APT::Sandbox::User': 'root',
    'Debug::NoLocking': 'true',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await aptGet([...options, '-o', 'APT::Update::Error-Mode=any', 'update']);
  await aptGet([...options, '-y', '--no-install-recommends', '--download-only', 'install', 'snac2']);
  const archives = join(apt, 'cache/archives');
  for (const name of readdirSync(archives).filter((one) => one.endsWith('.deb')))
    await mustRun('dpkg-deb', ['--extract', join(archives, name), folder], { timeout: APT_MS });
  await rm(apt, { recursive: true });
}

async function aptGet(args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram('apt-get', args, {
    env: { LC_ALL: 'C' },
    timeout: APT_MS,
  });
  if (code === 0) return;
  if (/Temporary failure resolving|Could not (?:resolve|connect)|Cannot initiate the connection/.test(output))
    throw new Unavailable('apt cannot reach the Debian mirror.');
  throw new Error(`apt could not download snac2:\n${output.slice(-2000)}`);
}

/** The Debian mirror of this machine's own sources. */
async function mirror(): Promise<string> {
  const listed = await mustRun('apt-get', ['update', '--print-uris'], { timeout: 30_000 });
  const found = /^'(\S+\/debian\/)dists\/[^/']+\/InRelease'/m.exec(listed)?.[1];
  if (found === undefined) throw new Unavailable('The sources of apt name no Debian mirror.');
  return found;
}
