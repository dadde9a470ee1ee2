import { homedir } from 'node:os';
import { nearestName } from '../../base/nearest-name.js';
import { DEFAULT_BASE_URL } from '../../client/base-url.js';
import { redact } from '../../client/redact.js';
import { settingOf } from '../../client/settings.js';
import { CONFIRM_POLICIES, TOOLSETS } from '../../contract/service/key-policy.js';
import { choice, defineCommand, flag, text } from '../command.js';
import { type Context, connectionOf } from '../context.js';
import { CliFailure, usageFailure } from '../failure.js';
import { canAsk, confirm } from '../input/prompt.js';
import { type Start, startOf } from '../install/entry.js';
import { HOSTS, type Host, type Place, pathIn } from '../install/hosts.js';
import { lineChanges } from '../install/line-changes.js';
import { isShared, readSettings, writeSettings } from '../install/settings-file.js';
import { SettingsUnreadable } from '../install/unreadable.js';
import { plainJson } from '../output/plain-text.js';
import { table } from '../output/table.js';
import { typed } from '../typed-name.js';

export const install = defineCommand({
  name: 'install',
  group: 'For agents',
  summary: 'Add the tool server to Claude, Cursor, VS Code and other programs',
  details: [
    `Programs: ${HOSTS.map(({ id }) => id).join(', ')}. Without one, lists them and where each keeps its settings.`,
    'It shows the change and asks before it writes. Everything else in the file stays as it is, comments too, and a copy of the file is kept beside it. The API key is written into the entry where one is given (--api-key, POSTRIDER_API_KEY) or stored (login); leave it out with --without-key; together with --profile the entry then names that stored login.',
  ].join('\n\n'),
  arguments: [{ name: '[program]', description: 'Which program', completes: HOSTS.map(({ id }) => id) }],
  options: {
    dryRun: flag('--dry-run', 'Show the change and write nothing'),
    uninstall: flag('--uninstall', 'Take the entry out again'),
    print: flag('--print', 'Print the entry alone, to paste it yourself'),
    yes: flag('-y, --yes', 'Write without asking'),
    withoutKey: flag('--without-key', 'Write no API key into the file'),
    readOnly: flag('--read-only', 'Only tools that change nothing'),
    toolsets: text('--toolsets <list>', 'Only these groups of tools', TOOLSETS),
    confirm: choice('--confirm <policy>', 'When a person is asked', CONFIRM_POLICIES),
  },
  examples: [
    { type: 'install', does: 'Which programs there are on this machine' },
    { type: 'install cursor', does: 'Show the change, ask, and write it' },
    { type: 'install codex --dry-run', does: 'Only show what would change' },
    { type: 'install claude-desktop --read-only --yes', does: 'Tools that only look, without a question' },
    {
      type: 'install cursor --profile work --without-key',
      does: 'The entry names a stored login, and holds no key',
    },
    { type: 'install zed --uninstall', does: 'Take it out again' },
  ],
  run: async ({ arguments: [name], options }, context) => {
    const place = placeOf(context);
    if (name === undefined) {
      listHosts(place, context);
      return;
    }
    const host = hostNamed(name);
    // A profile that is named in the entry brings its key and address with it.
    const profile = options.withoutKey ? context.globals.profile : undefined;
    const env = await environmentOf(options.withoutKey, context);
    const start = startOf(profile === undefined ? env : {}, { args: serverArgs({ ...options, profile }) });
    if (options.print) {
      await printEntry(host, start, context);
      return;
    }
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
  place: Place,
  { dryRun, yes }: Wanted,
  context: Context,
): Promise<void> {
  const file = host.file(place);
  const before = readSettings(file);
  const after = await edited(host, file, before ?? '', start);
  const changes = lineChanges(before ?? '', after).map(redact);
  const { output } = context;
  const told = { program: host.id, file, changes };
  if (changes.length === 0) {
    output.result({
      data: { ...told, written: false },
      brief: [file],
      text: () => `${file} is as it should be: nothing was changed.`,
    });
    return;
  }
  output.note(({ style }) =>
    [style('bold', file), ...changes.map((line) => coloured(line, style))].join('\n'),
  );
  const holdsKey = start !== undefined && 'POSTRIDER_API_KEY' in start.env;
  if (holdsKey) output.note('The API key will stand in this file as it is.');
  if (dryRun) {
    output.result({
      data: { ...told, written: false },
      brief: [file],
      text: () => 'Nothing was written (--dry-run).',
    });
    return;
  }
  await agreed(yes, context);
  const backup = writeSettings(file, after);
  output.result({
    data: { ...told, written: true, backup: backup ?? null },
    brief: [file],
    text: ({ style }) =>
      [
        `${style('green', '✓')} Written: ${file}`,
        ...(backup === undefined ? [] : [`As it was before${heldKey(before)}: ${backup}`]),
        ...(start === undefined ? [] : [`Next: ${host.afterwards}`]),
        ...(start !== undefined && !holdsKey && !start.args.includes('--profile')
          ? [`No key was written: ${keyAdvice()}`]
          : []),
      ].join('\n'),
  });
  if (holdsKey && isShared(file))
    output.note(`Others on this machine may read ${file}, and the key in it: chmod 600 keeps them out.`);
}

/** A copy of a file in which a key stood keeps it: who takes the entry out should know. */
function heldKey(before: string | undefined): string {
  return before !== undefined && redact(before) !== before ? ', with the key that stood in it' : '';
}

/** @throws CliFailure `not_confirmed` */
async function agreed(yes: boolean, context: Context): Promise<void> {
  if (yes) return;
  if (canAsk(context)) {
    if (await confirm(context, 'Write this?')) return;
    throw new CliFailure('not_confirmed', 'Nothing was written.', { changed: 'nothing' });
  }
  throw new CliFailure('not_confirmed', 'There is no terminal to ask in.', {
    changed: 'nothing',
    next: ['Repeat with --yes to write this, or with --print for the entry alone.'],
  });
}

/** The text of the file with the entry in it, or without it. @throws CliFailure */
async function edited(host: Host, file: string, before: string, start: Start | undefined): Promise<string> {
  const entry = start && host.entry(start);
  try {
    if (host.format === 'toml') {
      const { editToml } = await import('../install/toml-settings.js');
      return editToml(before, pathIn(host), entry as Parameters<typeof editToml>[2]);
    }
    const { editJson } = await import('../install/json-settings.js');
    return editJson(before, pathIn(host), entry);
  } catch (error) {
    if (!(error instanceof SettingsUnreadable)) throw error;
    throw new CliFailure('configuration', `${file} cannot be changed. ${error.message}`, {
      changed: 'nothing',
      next: [`Put the entry in by hand: ${typed(`install ${host.id} --print`)}`],
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

function listHosts(place: Place, { output }: Context): void {
  const rows = HOSTS.map((host) => {
    const file = host.file(place);
    return { id: host.id, name: host.name, file, found: readSettings(file) !== undefined };
  });
  output.result({
    data: { data: rows },
    brief: rows.map(({ id }) => id),
    text: (room) =>
      [
        table(
          [
            { title: 'PROGRAM', value: ({ id }) => id },
            { title: 'SETTINGS', value: ({ found }) => (found ? 'there' : 'none yet') },
            { title: 'FILE', value: ({ file }) => file, cutTo: 20 },
          ],
          rows,
          room,
        ),
        '',
        `Add it to one: ${room.style('cyan', typed('install cursor'))}`,
      ].join('\n'),
  });
}

/** @throws CliFailure naming the nearest one */
function hostNamed(name: string): Host {
  const host = HOSTS.find(({ id }) => id === name.toLowerCase());
  if (host !== undefined) return host;
  const ids = HOSTS.map(({ id }) => id);
  const meant = nearestName(name, ids);
  throw usageFailure(
    `"${name}" is no program that is known here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    `Programs: ${ids.join(', ')}`,
    `For any other: ${typed('install claude-desktop --print')}`,
  );
}

/** What the entry sets: the key and the address, as far as they are known and not what they would be anyway. */
async function environmentOf(withoutKey: boolean, context: Context): Promise<Start['env']> {
  const { apiKey, baseUrl } = await connectionOf(context);
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

function placeOf({ env }: Context): Place {
  const home = settingOf(process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? homedir();
  return { env, system: process.platform, home };
}

function keyAdvice(): string {
  return `make one (${typed('keys create --label "my agent" --preset draft')}), store it (${typed('login')}), and install again.`;
}

function coloured(line: string, style: (name: 'green' | 'red' | 'dim', words: string) => string): string {
  if (line.startsWith('+')) return style('green', line);
  return line.startsWith('-') ? style('red', line) : style('dim', line);
}
