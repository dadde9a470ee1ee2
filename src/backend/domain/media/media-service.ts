import type { Hono } from 'hono';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import { NamedTurns } from '../../base/keyed-mutex.js';
import { type FetchPolicy, STRICT_POLICY } from '../../fetching/fetch-policy.js';
import { openStorage } from '../../files/open-storage.js';
import type { S3Settings } from '../../files/s3-settings.js';
import { SignedUrls } from '../../files/signed-url.js';
import type { MediaStorage } from '../../files/storage.js';
import { addMediaFiles } from '../../http/file-route.js';
import type { HttpEnv } from '../../http/request-context.js';
import type { Handlers } from '../../operations/call.js';
import { secretNamed } from '../../store/secrets.js';
import type { Store } from '../../store/store.js';
import type { FetchMedia } from './fetch-media.js';
import { mediaHandlers } from './handlers.js';
import { type KeepFetched, keepFetchedIn } from './keep-fetched.js';
import { MEDIA_LIMITS, type MediaLimits } from './limits.js';
import type { MediaRoom } from './media-room.js';
import type { FileRoom } from './stray-files.js';
import { KEEP_UNUSED_DAYS, sweepMedia } from './sweep.js';
import { Uploads } from './uploads.js';
import { fetchFromWeb } from './web-media.js';

export interface MediaOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly mediaStore?: S3Settings | null;
  readonly keepUnusedMediaDays?: number | null;
  readonly mediaLimits?: Partial<MediaLimits>;
  readonly fetchMedia?: FetchMedia;
  /** Files whose bytes are kept although no medium names them. */
  readonly isHeld?: FileRoom['isHeld'];
  /** By which files are fetched where nothing else fetches them. */
  readonly fetching?: FetchPolicy;
}

/** Everything about media that a running backend has. */
export interface MediaService {
  readonly storage: MediaStorage;
  readonly urls: SignedUrls;
  readonly handlers: Pick<Handlers, keyof ReturnType<typeof mediaHandlers>>;
  /** Keeps what another part of the service has fetched. */
  readonly keepFetched: KeepFetched;
  /** Serves the bytes at signed addresses. */
  addFiles(app: Hono<HttpEnv>): void;
  /** Removes what nobody needs any more. */
  sweep(): Promise<void>;
  /** Leaves uploads that are not complete to the next backend on the same folder. */
  close(): Promise<void>;
}

/** A storage that is open; what answers say of media needs the public address besides. */
export interface OpenedMedia {
  /** @param publicUrl where people reach the backend, without a slash at the end */
  servedAt(publicUrl: string): MediaService;
}

/** Opens the storage of media, and reads or makes what their addresses are signed with. */
export async function openMedia(store: Store, options: MediaOptions): Promise<OpenedMedia> {
  const { clock, ids, dataFolder, mediaStore, keepUnusedMediaDays = KEEP_UNUSED_DAYS } = options;
  const [storage, secret] = await Promise.all([
    openStorage({ dataFolder, s3: mediaStore, now: clock.now() }),
    secretNamed(store, 'media_addresses'),
  ]);
  return {
    servedAt(publicUrl) {
      const room: MediaRoom = {
        store,
        storage,
        clock,
        ids,
        publicUrl,
        urls: new SignedUrls(publicUrl, secret),
        limits: { ...MEDIA_LIMITS, ...options.mediaLimits },
        fetchMedia: options.fetchMedia ?? fetchFromWeb(options.fetching ?? STRICT_POLICY),
        turns: new NamedTurns(),
        ...(options.isHeld && { isHeld: options.isHeld }),
      };
      const uploads = new Uploads(room);
      return {
        storage,
        urls: room.urls,
        handlers: mediaHandlers(room, uploads),
        keepFetched: keepFetchedIn(room),
        addFiles: (app) => addMediaFiles(app, room),
        sweep: () => sweepMedia(room, uploads, keepUnusedMediaDays),
        close: () => uploads.close(),
      };
    },
  };
}
