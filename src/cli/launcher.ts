import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BASE_URL } from '../client/base-url.js';

const LAUNCHER = join('bin', 'postrider.cjs');

/** Absolute path of the launcher, wherever this module was bundled to. */
export function launcherPath(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, LAUNCHER))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error(`Cannot find ${LAUNCHER} above ${fileURLToPath(import.meta.url)}.`);
    folder = parent;
  }
  return join(folder, LAUNCHER);
}

export interface McpServersEntry {
  readonly mcpServers: {
    readonly postrider: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
}

/**
 * The entry for an MCP host's settings. It names Node and the launcher's absolute path, so it works from any folder
 * and without a global install.
 */
export function mcpServersEntry(apiKey: string, baseUrl: string): McpServersEntry {
  return {
    mcpServers: {
      postrider: {
        command: 'node',
        args: [launcherPath()],
        env: {
          POSTRIDER_API_KEY: apiKey,
          ...(baseUrl === DEFAULT_BASE_URL ? {} : { POSTRIDER_BASE_URL: baseUrl }),
        },
      },
    },
  };
}
