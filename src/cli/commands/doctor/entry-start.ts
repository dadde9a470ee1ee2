import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { launcherPath } from '../../launcher.js';
import { typed } from '../../typed-name.js';
import { type Finding, findingsOf } from './finding.js';
import type { DoctorContext, HostEntry } from './host-entry.js';

const { warning, problem } = findingsOf('hosts');

type Env = Readonly<Record<string, string | undefined>>;

/** Checks the command, path and arguments with which a host starts the program. */
export async function startFindings(
  { id, host, entry }: HostEntry,
  { env }: DoctorContext,
): Promise<Finding[]> {
  if (entry.start === null) return [];
  const { command, args } = entry.start;
  const fix = `Rewrite the entry: ${typed(`install ${host.id}`)}`;
  const found: Finding[] = [];
  if (!canBeStarted(command, env))
    found.push(
      problem(
        `${id}:command`,
        `${host.name} starts "${command}", which was not found on this machine.${isAbsolute(command) ? ' It may have been removed by an update of Node.' : ''}`,
        fix,
        {
          command,
        },
      ),
    );
  const script = args.find((arg) => /\.[cm]?js$/.test(arg));
  const fromPackage = args.includes('postrider') || /postrider[^/\\]*$/.test(command);
  if (script === undefined && !fromPackage)
    found.push(
      problem(`${id}:args`, `${host.name} starts another program: ${[command, ...args].join(' ')}`, fix, {
        args,
      }),
    );
  if (script !== undefined) found.push(...scriptFindings(id, host.name, script, fix));
  const fault = await argumentFault(
    args.slice(script === undefined ? args.indexOf('postrider') + 1 : args.indexOf(script) + 1),
    entry.env,
  );
  if (fault !== null) found.push(problem(`${id}:args`, `${host.name}: ${fault}`, fix, { args }));
  return found;
}

function scriptFindings(id: string, name: string, script: string, fix: string): Finding[] {
  const facts = { script };
  if (!isAbsolute(script))
    return [
      problem(
        `${id}:path`,
        `${name} starts ${script}, a relative path that does not work in the host’s working folder.`,
        fix,
        facts,
      ),
    ];
  if (!existsSync(script))
    return [problem(`${id}:path`, `${name} starts ${script}, which does not exist.`, fix, facts)];
  if (realpathSync(script) === realpathSync(launcherPath())) return [];
  return [warning(`${id}:path`, `${name} starts another copy of Postrider: ${script}`, fix, facts)];
}

/** Whether a command is an existing file or is in PATH. */
function canBeStarted(command: string, env: Env): boolean {
  if (/[\\/]/.test(command)) return existsSync(command);
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD').split(';') : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, command + ending))));
}

/** What is wrong with the arguments of the tool server; null if nothing. */
async function argumentFault(args: readonly string[], env: Env): Promise<string | null> {
  const { readStdioSettings, UsageError } = await import('../../../mcp/stdio/server-settings.js');
  const [first, ...rest] = withoutGlobals(args);
  if (first !== undefined && first !== 'mcp')
    return `The argument "${first}" does not start the tools. Use mcp.`;
  try {
    readStdioSettings(rest, env);
    return null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

/** The arguments without global options, which the tool server does not read. */
function withoutGlobals(args: readonly string[]): string[] {
  return args.filter(
    (arg, index) =>
      !/^--(profile|api-key|base-url)(=|$)/.test(arg) &&
      !/^--(profile|api-key|base-url)$/.test(args[index - 1] ?? ''),
  );
}

/** The value of `--name value` or `--name=value`; undefined if not given. */
export function optionIn(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}
