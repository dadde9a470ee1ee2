import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStorage } from './memory-storage.js';
import type { S3Settings } from './s3-settings.js';
import type { MediaStorage } from './storage.js';

export interface StorageOptions {
  /** The backend's data folder, or `:memory:`. */
  readonly dataFolder: string;
  readonly s3?: S3Settings | null | undefined;
  /** System time, epoch milliseconds. */
  readonly now: number;
}

/** Opens the storage for media: an S3 bucket if one is configured, otherwise the data folder or memory. */
export async function openStorage({ dataFolder, s3, now }: StorageOptions): Promise<MediaStorage> {
  const inMemory = dataFolder === ':memory:';
  const folder = inMemory ? join(tmpdir(), 'postrider-media') : join(dataFolder, 'media');
  if (s3) {
    const { S3Storage } = await import('./s3-storage.js');
    return S3Storage.open(s3, join(folder, 'incoming'), now);
  }
  if (inMemory) return new MemoryStorage();
  const { DiskStorage } = await import('./disk-storage.js');
  return DiskStorage.open(folder, now);
}
