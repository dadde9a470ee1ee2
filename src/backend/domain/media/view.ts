import type { Media } from '../../../contract/media/media.js';
import { mediaFits } from '../../../networks/media-fits.js';
import type { SignedUrls } from '../../files/signed-url.js';
import type { MediaRow } from '../../store/media-rows.js';
import type { MediaRoom } from './media-room.js';
import { factsOf } from './repository.js';
import { canConvert } from './sharp.js';

/** What showing media takes. */
export interface MediaViewing {
  readonly urls: SignedUrls;
  /** Until when addresses are good: system time, epoch milliseconds. */
  readonly urlsUntil: number;
  /** Whether images can be converted here when they are published. */
  readonly canConvert: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** @see MediaViewing */
export async function viewingOf({ urls, clock }: Pick<MediaRoom, 'urls' | 'clock'>): Promise<MediaViewing> {
  // A day at least, two at most: within a day a file keeps its address, and browsers need not fetch it again.
  const urlsUntil = (Math.floor(clock.now() / DAY_MS) + 2) * DAY_MS;
  return { urls, urlsUntil, canConvert: await canConvert() };
}

/** A medium as the API shows it. */
export function viewMedia(row: MediaRow, viewing: MediaViewing): Media {
  const facts = factsOf(row);
  const name = { workspaceId: row.workspace_id, sha256: row.sha256 };
  const { urls, urlsUntil } = viewing;
  return {
    ...facts,
    codecs: [...facts.codecs],
    sha256: row.sha256,
    filename: row.filename,
    url: urls.urlOf({ name, contentType: row.content_type }, urlsUntil),
    thumbnailUrl: row.has_thumbnail
      ? urls.urlOf({ name: { ...name, variant: 'thumbnail' }, contentType: 'image/jpeg' }, urlsUntil)
      : null,
    createdAt: new Date(row.created_at).toISOString(),
    warnings: JSON.parse(row.warnings_json),
    fits: mediaFits(facts, { canConvert: viewing.canConvert }),
  };
}
