import { arch, platform } from 'node:os';
import { TZDATA_VERSION } from '../../time/zone-data.js';
import { VERSION } from '../../version.js';
import { findRunning } from '../backend/running-backend.js';
import { launcherPath } from '../launcher.js';
import { dataFolderSetting, sameAddress, sourceWords } from '../settings/settings.js';
import { typed } from '../typed-name.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, skipped } = findingsOf('machine');

type Env = Readonly<Record<string, string | undefined>>;

/** The program itself and the Node that runs it. The launcher refuses a Node that is too old before this runs. */
export function programFindings(): Finding[] {
  const { node } = process.versions;
  return [
    ok('program', `Postrider ${VERSION}, ${launcherPath()}`, { version: VERSION, launcher: launcherPath() }),
    ok('node', `Node ${node} on ${platform()} ${arch()}`, { node, platform: platform(), arch: arch() }),
  ];
}

/**
 * The zone data: Postrider reckons with its own. Only what is shown by this machine's clock and zone comes from
 * Node's, which may be older.
 */
export async function zoneDataFinding(now = Date.now()): Promise<Finding> {
  const [{ BundledZone }, { machineZone }] = await Promise.all([
    import('../../time/zone.js'),
    import('../../time/machine-zone.js'),
  ]);
  const own = process.versions['tz'] ?? 'none';
  const zone = machineZone();
  const facts = { carried: TZDATA_VERSION, node: own, zone };
  const versions = `Time zones ${TZDATA_VERSION} (its own; Node carries ${own})`;
  if (zone === null) {
    return warning(
      'time_zones',
      `${versions}. This machine’s clock has no zone by name (TZ=${process.env['TZ'] ?? ''}): a workspace that is made here begins in UTC.`,
      `Set TZ to an IANA name such as Europe/Berlin, or unset it. A workspace’s own: ${typed('workspace --timezone Europe/Berlin')}`,
      facts,
    );
  }
  const offBy = BundledZone.named(zone).offset(now) + new Date(now).getTimezoneOffset();
  if (offBy === 0) return ok('time_zones', versions, facts);
  return warning(
    'time_zones',
    `${versions}. Node’s clock in ${zone} is ${Math.abs(offBy)} min off: times that tables show by this machine’s clock are, too. Schedules are right.`,
    'Install a current Node.',
    { ...facts, offByMinutes: offBy },
  );
}

/** What `postrider serve` needs that is compiled. Nothing else needs it: what does not load is no problem here. */
export async function partFindings(): Promise<Finding[]> {
  return [await databaseFinding(), await imagesFinding()];
}

async function databaseFinding(): Promise<Finding> {
  try {
    const { openStore } = await import('../../backend/store/store.js');
    await openStore(':memory:').close();
    return ok('part:libsql', 'The embedded database (libsql) loads');
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return warning(
      'part:libsql',
      `The embedded database (libsql) does not load: ${why}`,
      `Only ${typed('serve')} and ${typed('keys')} need it. Install the package anew, with optional dependencies.`,
    );
  }
}

async function imagesFinding(): Promise<Finding> {
  const { canConvert } = await import('../../backend/domain/media/convert/sharp.js');
  if (await canConvert()) return ok('part:sharp', 'The image library (sharp) loads');
  return warning(
    'part:sharp',
    'The image library (sharp) does not load: a backend on this machine converts no images and makes no thumbnails.',
    `Only ${typed('serve')} needs it. Install the package anew, with optional dependencies.`,
  );
}

/** The backend's data on this machine, and whether the commands here go to the backend that serves it. */
export function dataFinding(baseUrl: string | null, env: Env): Finding {
  const folder = dataFolderSetting(undefined, env);
  const running = findRunning(folder.value);
  const facts = { folder: folder.value, running };
  if (running === null) {
    return skipped('data', `No backend runs on ${folder.value} (${sourceWords(folder.source)})`, null, facts);
  }
  if (baseUrl === null || sameAddress(running.url, baseUrl)) {
    return ok('data', `The backend at ${running.url} serves ${folder.value}`, facts);
  }
  return warning(
    'data',
    `A backend runs on this machine at ${running.url}, and commands go to ${baseUrl}.`,
    `If they are meant for it: --base-url ${running.url}, or ${typed(`login --base-url ${running.url}`)}`,
    facts,
  );
}
