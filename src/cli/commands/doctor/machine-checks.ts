import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { resolve } from 'node:path';
import { isLoopback } from '../../../base/loopback.js';
import { TZDATA_VERSION } from '../../../time/zone-data.js';
import { VERSION } from '../../../version.js';
import { launcherPath } from '../../launcher.js';
import { foldersOf } from '../../settings/folders.js';
import { type Setting, sameAddress, sourceWords } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { findRunning } from '../server/running-backend.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, problem, skipped } = findingsOf('machine');

type Env = Readonly<Record<string, string | undefined>>;

/** The program and its Node version. The launcher has rejected too old versions before. */
export function programFindings(): Finding[] {
  const { node } = process.versions;
  return [
    ok('program', `Postrider ${VERSION}, ${launcherPath()}`, { version: VERSION, launcher: launcherPath() }),
    ok('node', `Node ${node} on ${platform()} ${arch()}`, { node, platform: platform(), arch: arch() }),
  ];
}

/**
 * The time zone data. Postrider uses its own; only times in this machine's zone use Node's, which may be older.
 */
export async function zoneDataFinding(now = Date.now()): Promise<Finding> {
  const [{ BundledZone }, { machineZone }] = await Promise.all([
    import('../../../time/zone.js'),
    import('../../../time/machine-zone.js'),
  ]);
  const own = process.versions['tz'] ?? 'none';
  const zone = machineZone();
  const facts = { carried: TZDATA_VERSION, node: own, zone };
  const versions = `Time zone data ${TZDATA_VERSION} (built in; Node has ${own})`;
  if (zone === null) {
    return warning(
      'time_zones',
      `${versions}. This machine has no named time zone (TZ=${process.env['TZ'] ?? ''}), so a new workspace starts in UTC.`,
      `Set TZ to an IANA name such as Europe/Berlin, or unset it. To set the workspace’s time zone: ${typed('workspace --timezone Europe/Berlin')}`,
      facts,
    );
  }
  const offBy = BundledZone.named(zone).offset(now) + new Date(now).getTimezoneOffset();
  if (offBy === 0) return ok('time_zones', versions, facts);
  return warning(
    'time_zones',
    `${versions}. Node’s local time in ${zone} is off by ${Math.abs(offBy)} min, and so are local times in tables. Schedules are correct.`,
    'Update Node.',
    { ...facts, offByMinutes: offBy },
  );
}

/** The native modules. Only `postrider serve` and `keys` need them, so a missing one is only a warning. */
export async function partFindings(): Promise<Finding[]> {
  return [await databaseFinding(), await imagesFinding()];
}

async function databaseFinding(): Promise<Finding> {
  try {
    const { openStore } = await import('../../../backend/store/store.js');
    await openStore(':memory:').close();
    return ok('part:libsql', 'The embedded database (libsql) loads');
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return warning(
      'part:libsql',
      `The embedded database (libsql) does not load: ${why}`,
      `Only ${typed('serve')} and ${typed('keys')} need it. Reinstall the package with optional dependencies.`,
    );
  }
}

async function imagesFinding(): Promise<Finding> {
  const { canConvert } = await import('../../../backend/domain/media/convert/sharp.js');
  if (await canConvert()) return ok('part:sharp', 'The image library (sharp) loads');
  return warning(
    'part:sharp',
    'The image library (sharp) does not load: a backend on this machine cannot convert images or create thumbnails.',
    `Only ${typed('serve')} needs it. Reinstall the package with optional dependencies.`,
  );
}

/** The data folder on this machine, and whether commands use the backend that runs on it. */
export function dataFinding(baseUrl: string | null, folder: Setting<string>): Finding {
  const running = findRunning(folder.value);
  const facts = { folder: folder.value, running };
  if (running === null) {
    return skipped(
      'data',
      `No backend is running on ${folder.value} (${sourceWords(folder.source)})`,
      isOnThisMachine(baseUrl)
        ? `If the backend at ${baseUrl} has another data folder, check that one: ${typed('doctor --data <folder>')}`
        : null,
      facts,
    );
  }
  if (baseUrl === null || sameAddress(running.url, baseUrl)) {
    return ok('data', `The backend at ${running.url} is running on ${folder.value}`, facts);
  }
  return warning(
    'data',
    `A backend is running on this machine at ${running.url}, but commands use ${baseUrl}.`,
    `To use the local one: --base-url ${running.url}, or ${typed(`login --base-url ${running.url}`)}`,
    facts,
  );
}

/** Who can reach the data folder and, if that is another one, the default folder, where earlier data may lie. */
export async function folderFindings(folder: string, env: Env): Promise<Finding[]> {
  const usual = foldersOf(env).data;
  const others = resolve(usual) !== resolve(folder) && existsSync(usual) ? [usual] : [];
  return [
    await folderFinding('data_folder', folder),
    ...(await Promise.all(others.map((other) => folderFinding('data_folder:default', other)))),
  ];
}

/** Whether other users of this machine can reach a data folder. */
async function folderFinding(id: string, folder: string): Promise<Finding> {
  const facts = { folder };
  if (!existsSync(folder)) return skipped(id, `There is no data folder ${folder}`, null, facts);
  const { CAN_CHECK_OWNERS, findExposure } = await import('../../../backend/store/private-folder.js');
  if (!CAN_CHECK_OWNERS) {
    return skipped(id, 'The permissions of the data folder are not checked on Windows', null, facts);
  }
  const [exposure] = findExposure(folder);
  if (exposure === undefined) return ok(id, `Only you can read the data folder ${folder}`, facts);
  const { kind, what, fix } = exposure;
  const found = { ...facts, exposure: kind };
  // The backend may run as that user, and this command as an administrator.
  if (kind === 'foreign') {
    return warning(id, what, 'Run Postrider, and this command, as that user.', found);
  }
  return (kind === 'writable' ? problem : warning)(id, what, fix, found);
}

function isOnThisMachine(baseUrl: string | null): boolean {
  return baseUrl !== null && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}
