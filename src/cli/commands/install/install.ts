import { homedir } from 'node:os';
import { nearestName } from '../../../base/nearest-name.js';
import { DEFAULT_BASE_URL } from '../../../client/base-url.js';
import { redact } from '../../../client/redact.js';
import { settingOf } from '../../../client/settings.js';
import { CONFIRM_POLICIES, TOOLSETS } from '../../../contract/service/key-policy.js';
import { choice, defineCommand, flag, text } from '../../command.js';
import { type Context, connectionOf } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { canAsk, confirm } from '../../input/prompt.js';
import { plainJson } from '../../output/plain-text.js';
import { table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { type Start, startOf } from './entry.js';
import { entryConnection, testEntryKey } from './entry-connection.js';
import { HOSTS, type Host, type HostEnvironment, pathIn } from './hosts.js';
import { lineChanges } from './line-changes.js';
import { isShared, readSettings, SettingsUnreadable, writeSettings } from './settings-file.js';

export const install = defineCommand({
  name: 'install',
  group: 'AI agents',
  summary: 'Add the MCP server to Claude, Cursor, VS Code and other programs',
  details: [
    `Programs: ${HOSTS.map(({ id }) => id).join(', ')}. Without a program, lists them with their settings files.`,
    'Shows the change and asks before writing it. The rest of the file stays unchanged, including comments, and a backup is stored beside it. The entry contains the API key of your stored login, or of POSTRIDER_API_KEY; without one, you are asked. --api-key - reads another key from standard input, or asks for it. The backend tests the key before it is written. To omit the key, add --without-key; with --profile as well, the entry uses that stored login.',
  ].join('\n\n'),
  arguments: [
    {
      name: '[program]',
      description: 'The host to add Postrider to; without it, lists the hosts found',
      completes: HOSTS.map(({ id }) => id),
    },
  ],
  options: {
    dryRun: flag('--dry-run', 'Show the change without writing it'),
    uninstall: flag('--uninstall', 'Remove the entry'),
    print: flag('--print', 'Print the entry, to paste it yourself'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
    withoutKey: flag('--without-key', 'Do not write the API key to the file'),
    readOnly: flag('--read-only', 'Allow only read-only tools'),
    toolsets: text('--toolsets <list>', 'Only these groups of tools', TOOLSETS),
    confirm: choice('--confirm <policy>', 'When to ask for confirmation', CONFIRM_POLICIES),
  },
  examples: [
    { type: 'install', does: 'List the supported programs' },
    { type: 'install cursor', does: 'Add it to Cursor, after a prompt' },
    { type: 'install cursor --api-key -', does: 'Enter another key for it; the key is not shown' },
    { type: 'install codex --dry-run', does: 'Show the change without writing it' },
    { type: 'install claude-desktop --read-only --yes', does: 'Add only read-only tools, without a prompt' },
    {
      type: 'install cursor --profile work --without-key',
      does: 'Use a stored login instead of a key in the file',
    },
    { type: 'install zed --uninstall', does: 'Remove it' },
  ],
  run: async ({ arguments: [name], options }, context) => {
    const place = hostEnvironment(context);
    if (name === undefined) {
      listHosts(place, context);
      return;
    }
    const host = hostNamed(name);
    // A profile in the entry provides its own key and address.
    const profile = options.withoutKey ? context.globals.profile : undefined;
    const writes = !options.print && !options.uninstall && !options.dryRun;
    const env = options.uninstall
      ? {}
      : await environmentOf(options.withoutKey, writes && !options.yes, context);
    const start = startOf(profile === undefined ? env : {}, { args: serverArgs({ ...options, profile }) });
    if (options.print) {
      await printEntry(host, start, context);
      return;
    }
    if (writes) await testEntryKey(start, context);
    await change(host, options.uninstall ? undefined : start, place, options, context);
  },
});

interface Wanted {
  readonly dryRun: boolean;
  readonly yes: boolean;
}

async function change(
  host: Host,
  start: Start | undefined,
  place: HostEnvironment,
  { dryRun, yes }: Wanted,
  context: Context,
): Promise<void> {
  const file = host.file(place);
  const before = readSettings(file);
  const after = await edited(host, file, before ?? '', start);
  const changes = lineChanges(before ?? '', after).map(redact);
  const { output } = context;
  const report = { program: host.id, file, changes };
  if (changes.length === 0) {
    output.result({
      data: { ...report, written: false },
      brief: [file],
      text: () => `${file} is already up to date.`,
    });
    return;
  }
  output.note(({ style }) =>
    [style('bold', file), ...changes.map((line) => coloured(line, style))].join('\n'),
  );
  const holdsKey = start !== undefined && 'POSTRIDER_API_KEY' in start.env;
  if (holdsKey) output.note('This file will contain the API key in plain text.');
  if (dryRun) {
    output.result({
      data: { ...report, written: false },
      brief: [file],
      text: () => 'Dry run: nothing was written.',
    });
    return;
  }
  await agreed(yes, context);
  const backup = writeSettings(file, after);
  output.result({
    data: { ...report, written: true, backup: backup ?? null },
    brief: [file],
    text: ({ style }) =>
      [
        `${style('green', '✓')} Wrote ${file}`,
        ...(backup === undefined ? [] : [`Backup${keyNote(before)}: ${backup}`]),
        ...(start === undefined ? [] : [`Next: ${host.afterwards}`]),
        ...(start !== undefined && !holdsKey && !start.args.includes('--profile')
          ? [`The entry has no API key. ${keyAdvice()}`]
          : []),
      ].join('\n'),
  });
  if (holdsKey && isShared(file))
    output.note(
      `Other users of this machine can read ${file} and the key in it. To prevent that: chmod 600 ${file}`,
    );
}

/** Warns that the backup still contains a key. */
function keyNote(before: string | undefined): string {
  return before !== undefined && redact(before) !== before ? ' (contains the old key)' : '';
}

/** @throws CliFailure `not_confirmed` */
async function agreed(yes: boolean, context: Context): Promise<void> {
  if (yes) return;
  if (canAsk(context)) {
    if (await confirm(context, 'Write this change?')) return;
    throw new CliFailure('not_confirmed', 'Nothing was written.', { changed: 'nothing' });
  }
  throw new CliFailure(
    'not_confirmed',
    'Changing the file needs confirmation, and there is no terminal to ask in.',
    {
      changed: 'nothing',
      next: ['To write it, add --yes. To only print the entry, add --print.'],
    },
  );
}

/** The text of the file with the entry added or removed. @throws CliFailure */
async function edited(host: Host, file: string, before: string, start: Start | undefined): Promise<string> {
  const entry = start && host.entry(start);
  try {
    if (host.format === 'toml') {
      const { editToml } = await import('./toml-settings.js');
      return editToml(before, pathIn(host), entry as Parameters<typeof editToml>[2]);
    }
    const { editJson } = await import('./json-settings.js');
    return editJson(before, pathIn(host), entry);
  } catch (error) {
    if (!(error instanceof SettingsUnreadable)) throw error;
    throw new CliFailure('configuration', `Cannot change ${file}. ${error.message}`, {
      changed: 'nothing',
      next: [`Add the entry by hand: ${typed(`install ${host.id} --print`)}`],
      cause: error,
    });
  }
}

async function printEntry(host: Host, start: Start, { output }: Context): Promise<void> {
  const data = nested(pathIn(host), host.entry(start));
  const words = host.format === 'toml' ? (await edited(host, host.id, '', start)).trimEnd() : plainJson(data);
  output.result({ data, brief: [words], text: () => words });
}

function nested([name = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
}

function listHosts(place: HostEnvironment, { output }: Context): void {
  const rows = HOSTS.map((host) => {
    const file = host.file(place);
    return { id: host.id, name: host.name, file, found: readSettings(file) !== undefined };
  });
  output.result({
    data: { data: rows },
    brief: rows.map(({ id }) => id),
    text: (screen) =>
      [
        table(
          [
            { title: 'PROGRAM', value: ({ id }) => id },
            { title: 'SETTINGS', value: ({ found }) => (found ? 'found' : 'not found') },
            { title: 'FILE', value: ({ file }) => file, minWidth: 20 },
          ],
          rows,
          screen,
        ),
        '',
        `Add it to a program: ${screen.style('cyan', typed('install cursor'))}`,
      ].join('\n'),
  });
}

/** @throws CliFailure with a suggestion */
function hostNamed(name: string): Host {
  const host = HOSTS.find(({ id }) => id === name.toLowerCase());
  if (host !== undefined) return host;
  const ids = HOSTS.map(({ id }) => id);
  const meant = nearestName(name, ids);
  throw usageFailure(
    `Unknown program "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    `Programs: ${ids.join(', ')}`,
    `For other programs: ${typed('install claude-desktop --print')}`,
  );
}

/** The entry's environment: the key if it is known, and the address if it is not the default. */
async function environmentOf(withoutKey: boolean, asks: boolean, context: Context): Promise<Start['env']> {
  const { apiKey, baseUrl } = await (withoutKey ? connectionOf(context) : entryConnection(asks, context));
  return {
    ...(apiKey !== null && !withoutKey && { POSTRIDER_API_KEY: apiKey.value }),
    ...(baseUrl.value !== DEFAULT_BASE_URL && { POSTRIDER_BASE_URL: baseUrl.value }),
  };
}

interface ServerOptions {
  readonly readOnly: boolean;
  readonly toolsets: string | undefined;
  readonly confirm: string | undefined;
  readonly profile: string | undefined;
}

function serverArgs({ readOnly, toolsets, confirm: policy, profile }: ServerOptions): string[] {
  const args = [
    ...(readOnly ? ['--read-only'] : []),
    ...(toolsets === undefined ? [] : ['--toolsets', toolsets]),
    ...(policy === undefined ? [] : ['--confirm', policy]),
    ...(profile === undefined ? [] : ['--profile', profile]),
  ];
  return args.length === 0 ? [] : ['mcp', ...args];
}

function hostEnvironment({ env }: Context): HostEnvironment {
  const home = settingOf(process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? homedir();
  return { env, system: process.platform, home };
}

function keyAdvice(): string {
  return `Create a key (${typed('keys create --label "my agent" --preset draft')}), log in (${typed('login')}) and install again.`;
}

function coloured(line: string, style: (name: 'green' | 'red' | 'dim', words: string) => string): string {
  if (line.startsWith('+')) return style('green', line);
  return line.startsWith('-') ? style('red', line) : style('dim', line);
}
