import { parseArgs } from 'node:util';
import { settingOf } from '../../client/settings.js';
import {
  CONFIRM_POLICIES,
  type ConfirmPolicy,
  TOOLSETS,
  type Toolset,
} from '../../contract/service/key-policy.js';

/** The settings of a stdio server, from the command line and the environment. */
export interface StdioSettings {
  /** Undefined if not set: the key then decides. */
  readonly confirm: ConfirmPolicy | undefined;
  readonly toolsets: readonly Toolset[] | undefined;
  readonly readOnly: boolean;
  /** Folders whose images and videos tools may read, as configured. */
  readonly mediaRoots: readonly string[];
}

/** An invalid argument. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads `--confirm`, `--toolsets`, `--read-only` and `--media-root`. `POSTRIDER_CONFIRM` and
 * `POSTRIDER_MEDIA_ROOTS` are the defaults of the first and the last.
 *
 * @throws UsageError
 */
export function readStdioSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StdioSettings {
  const { confirm, toolsets, 'read-only': readOnly, 'media-root': mediaRoots } = parsed(args);
  return {
    confirm: confirmPolicy(confirm ?? settingOf(env['POSTRIDER_CONFIRM'])),
    toolsets: toolsets === undefined ? undefined : toolsets.split(',').map(toolsetNamed),
    readOnly: readOnly ?? false,
    mediaRoots: mediaFolders(mediaRoots, settingOf(env['POSTRIDER_MEDIA_ROOTS'])),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        confirm: { type: 'string' },
        toolsets: { type: 'string' },
        'read-only': { type: 'boolean' },
        'media-root': { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function confirmPolicy(given: string | undefined): ConfirmPolicy | undefined {
  if (given === undefined) return undefined;
  const policy = CONFIRM_POLICIES.find((one) => one === given.toLowerCase());
  if (policy === undefined) {
    throw new UsageError(
      `Invalid --confirm (POSTRIDER_CONFIRM): "${given}". Use one of: ${CONFIRM_POLICIES.join(', ')}.`,
    );
  }
  return policy;
}

function toolsetNamed(given: string): Toolset {
  const toolset = TOOLSETS.find((one) => one === given.trim().toLowerCase());
  if (toolset === undefined)
    throw new UsageError(`Invalid --toolsets: "${given.trim()}". Use any of: ${TOOLSETS.join(', ')}.`);
  return toolset;
}

/** The separator of `POSTRIDER_MEDIA_ROOTS`, as in the system's own `PATH`. */
const SEPARATOR = process.platform === 'win32' ? ';' : ':';

/** The folders from the command line, or else from the environment. */
function mediaFolders(flags: readonly string[] | undefined, variable: string | undefined): readonly string[] {
  const folders = flags && flags.length > 0 ? flags : (variable?.split(SEPARATOR) ?? []);
  return folders.map((folder) => folder.trim()).filter((folder) => folder !== '');
}
