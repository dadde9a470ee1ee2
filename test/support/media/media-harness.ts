import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningBackend } from '../../../src/backend/app/running-backend.js';
import { startBackend } from '../../../src/backend/app/start.js';
import { randomIds } from '../../../src/backend/base/ids.js';
import { silentLog } from '../../../src/backend/base/log.js';
import { createApiKey } from '../../../src/backend/domain/access/api-keys.js';
import type { FetchMedia } from '../../../src/backend/domain/media/fetch-media.js';
import type { MediaLimits } from '../../../src/backend/domain/media/limits.js';
import type { WorkspaceRow } from '../../../src/backend/store/schema.js';
import type { Media, StoredMedia } from '../../../src/contract/media/media.js';
import { ManualClock } from '../manual-clock.js';
import { testPlace } from '../test-store.js';

/** A backend with media on disk, and limits low enough to reach in a test. */
export class MediaHarness {
  readonly folder: string;
  readonly backend: RunningBackend;
  readonly clock: ManualClock;
  readonly workspace: WorkspaceRow;
  readonly key: string;

  private constructor(
    folder: string,
    backend: RunningBackend,
    clock: ManualClock,
    workspace: WorkspaceRow,
    key: string,
  ) {
    this.folder = folder;
    this.backend = backend;
    this.clock = clock;
    this.workspace = workspace;
    this.key = key;
  }

  static async open(
    limits: Partial<MediaLimits> = {},
    { folder = mkdtempSync(join(tmpdir(), 'postrider-media-')), fetchMedia }: HarnessOptions = {},
  ): Promise<MediaHarness> {
    const clock = new ManualClock();
    const { place } = await testPlace(folder);
    const backend = await startBackend({
      ...place,
      port: 0,
      clock,
      validateResponses: true,
      requestsPerMinute: 1_000_000,
      mediaLimits: limits,
      log: silentLog,
      ...(fetchMedia && { fetchMedia }),
    });
    const { store } = backend.services;
    const workspace = await store.db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
    const making = { clock, ids: randomIds };
    const { text } = await createApiKey(store, workspace, { label: 'test', scopes: 'full' }, making);
    return new MediaHarness(folder, backend, clock, workspace, text);
  }

  get url(): string {
    return this.backend.url;
  }

  async request(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Json }> {
    const response = await fetch(path.startsWith('http') ? path : this.url + path, {
      method,
      ...init,
      headers: { authorization: `Bearer ${this.key}`, ...init.headers },
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  json(method: string, path: string, body: unknown, headers = {}): Promise<{ status: number; body: Json }> {
    const init = { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    return this.request(method, path, init);
  }

  /** Uploads bytes and returns the media object. */
  async upload(bytes: Uint8Array<ArrayBuffer>): Promise<Media> {
    const { status, body } = await this.request('POST', '/v1/media', {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const [medium] = (body as unknown as StoredMedia).media ?? [];
    if (status !== 201 || !medium) throw new Error(JSON.stringify(body));
    return medium;
  }

  /** Requests an upload URL for a file of the given size. */
  async address(bytes: number, filename = 'film.mp4'): Promise<string> {
    const { body } = await this.json('POST', '/v1/media', { filename, contentType: 'video/mp4', bytes });
    return (body as unknown as StoredMedia).upload?.uploadUrl ?? '';
  }

  /** The files in the media folder, without empty folders. */
  files(): string[] {
    const place = join(this.folder, 'media');
    return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(place, name), { throwIfNoEntry: false })?.isFile(),
    );
  }

  /** Waits until no upload is in progress: the end of a connection takes a moment to be noticed. */
  async settled(): Promise<string[]> {
    for (let waited = 0; waited < 5_000; waited += 10) {
      if (!this.files().some((name) => name.startsWith('incoming'))) break;
      await pause(10);
    }
    return this.files();
  }

  async count(table: 'media' | 'stray_files' | 'media_uploads'): Promise<number> {
    const rows = await this.backend.services.store.db.selectFrom(table).selectAll().execute();
    return rows.length;
  }

  async close({ keep = false } = {}): Promise<void> {
    await this.backend.close();
    if (!keep) rmSync(this.folder, { recursive: true, force: true });
  }
}

interface HarnessOptions {
  readonly folder?: string;
  readonly fetchMedia?: FetchMedia;
}

type Json = Readonly<Record<string, unknown>>;

/** An MP4 of the given size: a real video, padded with a `free` box that players skip. */
export function filmOf(film: Uint8Array, bytes: number): Buffer<ArrayBuffer> {
  const whole = Buffer.alloc(bytes, 'Fernhill Coffee ');
  whole.set(film);
  whole.writeUInt32BE(bytes - film.length, film.length);
  whole.write('free', film.length + 4, 'latin1');
  return whole;
}
