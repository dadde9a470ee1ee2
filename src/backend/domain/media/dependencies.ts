import type { Clock } from '../../base/clock.js';
import type { FairWork } from '../../base/fair-work.js';
import type { IdSource } from '../../base/ids.js';
import type { KeyedMutex } from '../../base/keyed-mutex.js';
import type { SignedUrls } from '../../files/signed-url.js';
import type { MediaStorage } from '../../files/storage.js';
import type { Store } from '../../store/store.js';
import type { FetchMedia } from './fetch-media.js';
import type { MediaLimits } from './limits.js';
import type { ReceivingBytes } from './storage-limit.js';
import type { FileId } from './stray-files.js';

export interface MediaDependencies {
  readonly store: Store;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The public URL of this backend, without a trailing slash. */
  readonly publicUrl: string;
  readonly urls: SignedUrls;
  readonly limits: MediaLimits;
  readonly fetchMedia: FetchMedia;
  readonly receiving: ReceivingBytes;
  /** The turns of workspaces at downloading. */
  readonly downloads: FairWork;
  /** Serializes work on the same file. */
  readonly mutex: KeyedMutex;
  /** Whether the bytes of a file are needed although no media row refers to them. */
  readonly isHeld?: (file: FileId) => boolean;
}
