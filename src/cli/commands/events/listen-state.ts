import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { Folders } from '../../settings/folders.js';

/** What `postrider listen` keeps between runs. */
interface ListenState {
  /** How far events were passed on. */
  readonly cursor: string | null;
  /** What it signs with. */
  readonly secret: string | null;
}

export interface ListenStore {
  read(): ListenState;
  /** Durable when it returns. */
  write(state: ListenState): void;
}

/**
 * Opens what is kept for one listener: it is known by its backend, its key and where it passes events on to.
 *
 * @param names texts that together name the listener; a hash of them is stored
 */
export async function openListenStore(folders: Folders, names: readonly string[]): Promise<ListenStore> {
  const { default: Conf } = await import('conf');
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
