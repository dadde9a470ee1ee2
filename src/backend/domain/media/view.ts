import type { Media } from '../../../contract/media/media.js';
import { mediaFits } from '../../../networks/media-fits.js';
import type { SignedUrls } from '../../files/signed-url.js';
import type { MediaRow } from '../../store/tables/media-rows.js';
import { canConvert } from './convert/sharp.js';
import type { MediaDependencies } from './dependencies.js';
import { factsOf } from './repository.js';

export interface ViewOptions {
  readonly urls: SignedUrls;
  /** When the URLs expire: system time, epoch milliseconds. */
  readonly urlsUntil: number;
  /** Whether this installation can convert images when it publishes them. */
  readonly canConvert: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export async function viewOptions({
  urls,
  clock,
}: Pick<MediaDependencies, 'urls' | 'clock'>): Promise<ViewOptions> {
  return { urls, urlsUntil: mediaUrlsUntil(clock.now()), canConvert: await canConvert() };
}

/**
 * Until when a signed URL that is returned now is valid: one to two days. URLs change only at midnight (UTC), so that
 * browsers can cache files for a day.
 *
 * @param now system time
 */
export function mediaUrlsUntil(now: number): number {
  return (Math.floor(now / DAY_MS) + 2) * DAY_MS;
}

/** The stored bytes of a media row, as `SignedUrls` names them. */
export function storedFileOf(row: Pick<MediaRow, 'workspace_id' | 'sha256' | 'content_type'>) {
  return { name: { workspaceId: row.workspace_id, sha256: row.sha256 }, contentType: row.content_type };
}

/** A media row as the API returns it. */
export function viewMedia(row: MediaRow, options: ViewOptions): Media {
  const facts = factsOf(row);
  const name = { workspaceId: row.workspace_id, sha256: row.sha256 };
  const { urls, urlsUntil } = options;
  return {
    ...facts,
    codecs: [...facts.codecs],
    sha256: row.sha256,
    filename: row.filename,
    url: urls.urlOf({ name, contentType: row.content_type }, urlsUntil),
    thumbnailUrl: row.has_thumbnail
      ? urls.urlOf({ name: { ...name, variant: 'thumbnail' }, contentType: 'image/jpeg' }, urlsUntil)
      : null,
    altText: row.alt_text,
    createdAt: new Date(row.created_at).toISOString(),
    warnings: JSON.parse(row.warnings_json),
    fits: mediaFits(facts, { canConvert: options.canConvert }),
  };
}
