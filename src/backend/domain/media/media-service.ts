import type { Clock } from '../../base/clock.js';
import { FairWork } from '../../base/fair-work.js';
import type { IdSource } from '../../base/ids.js';
import { KeyedMutex } from '../../base/keyed-mutex.js';
import { type FetchPolicy, STRICT_POLICY } from '../../fetching/fetch-policy.js';
import { openStorage } from '../../files/open-storage.js';
import type { S3Settings } from '../../files/s3-settings.js';
import { SignedUrls } from '../../files/signed-url.js';
import type { MediaStorage } from '../../files/storage.js';
import type { Handlers } from '../../operations/call.js';
import { secretNamed } from '../../store/secrets.js';
import type { Store } from '../../store/store.js';
import type { MediaDependencies } from './dependencies.js';
import { type FetchMedia, fetchFromWeb } from './fetch-media.js';
import { mediaHandlers } from './handlers.js';
import { DOWNLOAD_LIMITS, MEDIA_LIMITS, type MediaLimits } from './limits.js';
import { type SaveFetched, saveFetchedWith } from './save-fetched.js';
import { ReceivingBytes } from './storage-limit.js';
import type { FileDependencies } from './stray-files.js';
import { DEFAULT_KEEP_UNUSED_DAYS, sweepMedia } from './sweep.js';
import { UploadSessions } from './uploads/upload-sessions.js';

export interface MediaOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly mediaStore?: S3Settings | null;
  readonly keepUnusedMediaDays?: number | null;
  readonly maxMediaStorageBytes?: number | null | undefined;
  readonly mediaLimits?: Partial<MediaLimits>;
  /** Replaces the guarded fetch. */
  readonly fetchMedia?: FetchMedia;
  readonly isHeld?: FileDependencies['isHeld'];
  /** The policy of the guarded fetch. */
  readonly fetching?: FetchPolicy;
}

export interface MediaService {
  readonly storage: MediaStorage;
  readonly urls: SignedUrls;
  readonly handlers: Pick<Handlers, keyof ReturnType<typeof mediaHandlers>>;
  /** Saves a file that another part of the service has fetched. */
  readonly saveFetched: SaveFetched;
  /** Removes unused media, expired uploads and stray files. */
  sweep(): Promise<void>;
  /** Leaves incomplete uploads to the next backend on the same folder. */
  close(): Promise<void>;
}

/** An open storage. The service also needs the public URL, which is known once the backend listens. */
export interface OpenedMedia {
  /** @param publicUrl the public URL of the backend, without a trailing slash */
  servedAt(publicUrl: string): MediaService;
}

/** Opens the storage, and reads or creates the key that signs its URLs. */
export async function openMedia(store: Store, options: MediaOptions): Promise<OpenedMedia> {
  const { clock, ids, dataFolder, mediaStore, keepUnusedMediaDays = DEFAULT_KEEP_UNUSED_DAYS } = options;
  const [storage, secret] = await Promise.all([
    openStorage({ dataFolder, s3: mediaStore, now: clock.now() }),
    secretNamed(store, 'media_addresses'),
  ]);
  return {
    servedAt(publicUrl) {
      const limits = {
        ...MEDIA_LIMITS,
        ...(options.maxMediaStorageBytes !== undefined && { storageBytes: options.maxMediaStorageBytes }),
        ...options.mediaLimits,
      };
      const dependencies: MediaDependencies = {
        store,
        storage,
        clock,
        ids,
        publicUrl,
        urls: new SignedUrls(publicUrl, secret),
        limits,
        receiving: new ReceivingBytes(store, limits),
        fetchMedia: options.fetchMedia ?? fetchFromWeb(options.fetching ?? STRICT_POLICY),
        downloads: new FairWork(DOWNLOAD_LIMITS),
        mutex: new KeyedMutex(),
        ...(options.isHeld && { isHeld: options.isHeld }),
      };
      const uploads = new UploadSessions(dependencies);
      return {
        storage,
        urls: dependencies.urls,
        handlers: mediaHandlers(dependencies, uploads),
        saveFetched: saveFetchedWith(dependencies),
        sweep: () => sweepMedia(dependencies, uploads, keepUnusedMediaDays),
        close: () => uploads.close(),
      };
    },
  };
}
