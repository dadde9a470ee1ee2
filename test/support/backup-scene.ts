import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { type BackupMade, makeBackup } from '../../src/backend/domain/backup/backup.js';
import {
  type Restored,
  type RestoreOptions,
  restoreBackup,
} from '../../src/backend/domain/backup/restore.js';
import { openStorage } from '../../src/backend/files/open-storage.js';
import { testPlace } from './test-store.js';

/** Data folders, with a database for each on the store that the tests run on, and backups of them. */
export class BackupScene {
  readonly home = mkdtempSync(join(tmpdir(), 'postrider-backup-'));
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  folder(name: string): string {
    const path = join(this.home, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** @param folder as returned by `folder` */
  async backup(folder: string, name: string): Promise<BackupMade & { readonly file: string }> {
    const file = join(this.home, name);
    const made = await makeBackup({
      location: (await testPlace(folder)).place,
      storage: await openStorage({ dataFolder: folder, now: this.#clock.now() }),
      to: file,
      workIn: this.home,
      clock: this.#clock,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    return { ...made, file };
  }

  async restore(file: string, folder: string, more: Partial<RestoreOptions> = {}): Promise<Restored> {
    const { place } = await testPlace(folder);
    return restoreBackup({
      archive: createReadStream(file),
      location: place,
      secretKey: place.secretKey,
      withoutSecrets: false,
      storage: null,
      replace: false,
      keepScheduled: false,
      clock: this.#clock,
      ids: randomIds,
      signal: new AbortController().signal,
      progress: () => undefined,
      ...more,
    });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
