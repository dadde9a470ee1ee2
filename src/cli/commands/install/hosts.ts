import { join } from 'node:path';
import { settingOf } from '../../../client/settings.js';
import type { Start } from './entry.js';

/** What the path of a settings file depends on. */
export interface HostEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly system: NodeJS.Platform;
  readonly home: string;
}

/** An entry in the form of one host. */
type Entry = Readonly<Record<string, unknown>>;

/** A program that starts MCP servers, and where it stores their entries. */
export interface Host {
  /** The argument: `postrider install cursor`. */
  readonly id: string;
  readonly name: string;
  readonly format: 'json' | 'jsonc' | 'toml';
  readonly file: (place: HostEnvironment) => string;
  /** The path in the file under which entries are stored by name. */
  readonly under: readonly string[];
  readonly entry: (start: Start) => Entry;
  /** Documentation of the path and the form. */
  readonly source: string;
  /** The next step after the change. */
  readonly afterwards: string;
}

const ENTRY_NAME = 'postrider';

/** The path of the Postrider entry in a host's file. */
export function pathIn({ under }: Host): readonly string[] {
  return [...under, ENTRY_NAME];
}

const inHome =
  (...parts: readonly string[]) =>
  ({ home }: HostEnvironment): string =>
    join(home, ...parts);

/** The folder where desktop programs store their settings. */
const inSettings =
  (...parts: readonly string[]) =>
  ({ env, system, home }: HostEnvironment): string => {
    if (system === 'darwin') return join(home, 'Library', 'Application Support', ...parts);
    if (system === 'win32')
      return join(settingOf(env['APPDATA']) ?? join(home, 'AppData', 'Roaming'), ...parts);
    return join(xdgConfig({ env, home }), ...parts);
  };

const xdgConfig = ({ env, home }: Pick<HostEnvironment, 'env' | 'home'>): string =>
  settingOf(env['XDG_CONFIG_HOME']) ?? join(home, '.config');

/** `command`, `args`, and `env` if not empty. */
const usual = ({ command, args, env }: Start): Entry => ({
  command,
  args: [...args],
  ...(Object.keys(env).length > 0 && { env }),
});

export const HOSTS: readonly Host[] = [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    format: 'json',
    file: inSettings('Claude', 'claude_desktop_config.json'),
    under: ['mcpServers'],
    entry: usual,
    source: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    afterwards: 'Restart Claude Desktop.',
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    format: 'json',
    file: inHome('.claude.json'),
    under: ['mcpServers'],
    entry: (start) => ({ type: 'stdio', ...usual(start) }),
    source: 'https://code.claude.com/docs/en/mcp',
    afterwards: 'Restart claude and check with /mcp.',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    format: 'json',
    file: inHome('.cursor', 'mcp.json'),
    under: ['mcpServers'],
    entry: usual,
    source: 'https://cursor.com/docs/mcp',
    afterwards: 'In Settings, MCP, check that the server is on.',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    format: 'jsonc',
    file: inSettings('Code', 'User', 'mcp.json'),
    under: ['servers'],
    entry: (start) => ({ type: 'stdio', ...usual(start) }),
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    afterwards: 'Run "MCP: List Servers" from the command palette and start it.',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    format: 'json',
    file: inHome('.codeium', 'windsurf', 'mcp_config.json'),
    under: ['mcpServers'],
    entry: usual,
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    afterwards: 'In the MCP panel of Cascade, press Refresh.',
  },
  {
    id: 'zed',
    name: 'Zed',
    format: 'jsonc',
    file: (place) =>
      place.system === 'win32'
        ? inSettings('Zed', 'settings.json')(place)
        : place.system === 'darwin'
          ? join(place.home, '.config', 'zed', 'settings.json')
          : join(xdgConfig(place), 'zed', 'settings.json'),
    under: ['context_servers'],
    entry: usual,
    source: 'https://github.com/zed-industries/zed/blob/main/crates/paths/src/paths.rs',
    afterwards: 'In the Agent Panel’s settings, check that the dot beside the server is green.',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    format: 'jsonc',
    file: inHome('.gemini', 'settings.json'),
    under: ['mcpServers'],
    entry: usual,
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    afterwards: 'Restart gemini and check with /mcp.',
  },
  {
    id: 'codex',
    name: 'Codex',
    format: 'toml',
    file: ({ env, home }) => join(settingOf(env['CODEX_HOME']) ?? join(home, '.codex'), 'config.toml'),
    under: ['mcp_servers'],
    entry: usual,
    source: 'https://github.com/openai/codex/blob/main/docs/config.md',
    afterwards: 'Restart codex and check with /mcp.',
  },
  {
    id: 'opencode',
    name: 'opencode',
    format: 'jsonc',
    file: ({ env, home }) => join(xdgConfig({ env, home }), 'opencode', 'opencode.json'),
    under: ['mcp'],
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      ...(Object.keys(env).length > 0 && { environment: env }),
    }),
    source: 'https://opencode.ai/docs/mcp-servers/',
    afterwards: 'Restart opencode and check with "opencode mcp list".',
  },
];
