import { homedir } from 'node:os';
import { settingOf } from '../../../client/settings.js';
import { typed } from '../../typed-name.js';
import { HOSTS, type Host, type HostEnvironment } from '../install/hosts.js';
import { type KnownEntry, readEntries } from '../install/read-entries.js';
import { isShared, readSettings, SettingsUnreadable } from '../install/settings-file.js';
import { keyFindings } from './entry-key.js';
import { startFindings } from './entry-start.js';
import { type Finding, findingsOf } from './finding.js';
import type { DoctorContext } from './host-entry.js';

const { ok, warning, problem, skipped } = findingsOf('hosts');

/** Checks the Postrider entries of every program that `postrider install` supports. */
export async function hostFindings(context: DoctorContext): Promise<Finding[]> {
  const home = settingOf(process.platform === 'win32' ? context.env['USERPROFILE'] : context.env['HOME']);
  const place: HostEnvironment = { env: context.env, system: process.platform, home: home ?? homedir() };
  const there = HOSTS.flatMap((host) => {
    const file = host.file(place);
    const text = readSettings(file);
    return text === undefined ? [] : [{ host, file, text }];
  });
  const absent = HOSTS.filter((host) => !there.some((one) => one.host === host));
  const found = await Promise.all(
    there.map(({ host, file, text }) => findingsFor(host, file, text, context)),
  );
  return [...found.flat(), ...(absent.length === 0 ? [] : [absentHosts(absent)])];
}

function absentHosts(hosts: readonly Host[]): Finding {
  const names = hosts.map(({ name }) => name).join(', ');
  return skipped('hosts', `No settings found for ${names}`, null, { hosts: hosts.map(({ id }) => id) });
}

async function findingsFor(
  host: Host,
  file: string,
  text: string,
  context: DoctorContext,
): Promise<Finding[]> {
  const id = `host:${host.id}`;
  const facts = { program: host.id, file };
  const install = `Rewrite the entry: ${typed(`install ${host.id}`)}`;
  try {
    const entries = await readEntries(host, text);
    if (entries.length === 0)
      return [
        skipped(
          id,
          `${host.name} does not have the tools (${file})`,
          `Add them: ${typed(`install ${host.id}`)}`,
          facts,
        ),
      ];
    const found = await Promise.all(entries.map((entry) => entryFindings(host, entry, file, context)));
    return found.flat();
  } catch (error) {
    if (!(error instanceof SettingsUnreadable)) throw error;
    return [problem(id, `${host.name}: cannot read ${file}. ${error.message}`, install, facts)];
  }
}

/** The problems of one entry, or one finding that it is fine. */
async function entryFindings(
  host: Host,
  entry: KnownEntry,
  file: string,
  context: DoctorContext,
): Promise<Finding[]> {
  const id = entry.name === 'postrider' ? `host:${host.id}` : `host:${host.id}:${entry.name}`;
  const subject = { id, host, entry, file };
  const faults = [
    ...(entry.off
      ? [warning(`${id}:off`, `${host.name}: the server is disabled.`, `Enable it in ${file}.`)]
      : []),
    ...(await startFindings(subject, context)),
    ...(await keyFindings(subject, context)),
    ...(holdsSecret(entry) && isShared(file)
      ? [
          warning(
            `${id}:file`,
            `Other users of this machine can read ${file} and the key in it.`,
            `chmod 600 ${file}`,
          ),
        ]
      : []),
  ];
  if (faults.length > 0) return faults;
  const how = entry.start === null ? `connects to ${entry.url}` : 'starts the tools';
  return [ok(id, `${host.name} ${how} with a valid key`, { program: host.id, file, entry: entry.name })];
}

function holdsSecret({ env, headers }: KnownEntry): boolean {
  return [...Object.values(env), ...Object.values(headers)].some((value) => value.includes('postrider_api_'));
}
