import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { loadConf } from '../../settings/conf.js';
import type { Folders } from '../../settings/folders.js';

/** What `postrider listen` stores between runs. */
interface ListenState {
  /** The last forwarded event. */
  readonly cursor: string | null;
  /** The signing secret. */
  readonly secret: string | null;
}

export interface ListenStore {
  read(): ListenState;
  /** Durable when it returns. */
  write(state: ListenState): void;
}

/**
 * Opens the stored state of one listener, identified by its backend, its key and its target.
 *
 * @param names texts that together identify the listener; only their hash is stored
 */
export async function openListenStore(folders: Folders, names: readonly string[]): Promise<ListenStore> {
  const Conf = await loadConf();
  mkdirSync(folders.config, { recursive: true, mode: 0o700 });
  const conf = new Conf<Record<string, unknown>>({
    cwd: folders.config,
    configName: 'listen',
    configFileMode: 0o600,
    clearInvalidConfig: true,
  });
  const key = `listener.${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16)}`;
  return {
    read: () => {
      const stored: unknown = conf.get(key);
      return { cursor: textIn(stored, 'cursor'), secret: textIn(stored, 'secret') };
    },
    write: (state) => conf.set(key, state),
  };
}

function textIn(stored: unknown, name: string): string | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const value: unknown = Reflect.get(stored, name);
  return typeof value === 'string' ? value : null;
}
