import type { Child } from 'hono/jsx';
import { showHidden } from '../../../../base/hidden-characters.js';
import type { Media } from '../../../../contract/media/media.js';
import { kindName, mediumFacts, ownAddress } from '../shown-media.js';

/** The name of a file, for people. */
export const nameOf = (medium: Media): string => showHidden(medium.filename ?? kindName(medium));

/** The address of a picture for a file; null for a video without a thumbnail. */
export function pictureOf({ thumbnailUrl, kind, url }: Media): string | null {
  const source = thumbnailUrl ?? (kind === 'image' ? url : null);
  return source === null ? null : ownAddress(source);
}

interface MediaGridProps {
  readonly media: readonly Media[];
  /** What a tile shows besides the file: links or a box. */
  readonly tile: (medium: Media) => Child;
}

/** Uploaded files as tiles. */
export function MediaGrid({ media, tile }: MediaGridProps) {
  return (
    <ul class="media-grid" aria-label="Files">
      {media.map((medium) => (
        <MediaTile medium={medium}>{tile(medium)}</MediaTile>
      ))}
    </ul>
  );
}

/** A file with its picture, name and size. */
function MediaTile({ medium, children }: { readonly medium: Media; readonly children: Child }) {
  const picture = pictureOf(medium);
  return (
    <li class="media-tile" id={medium.key}>
      <span class="media-picture">
        {picture === null ? (
          <span class="soft small">Video</span>
        ) : (
          <img src={picture} alt="" loading="lazy" />
        )}
        {medium.kind === 'video' && (
          <span class="media-kind" aria-hidden="true">
            ▶
          </span>
        )}
      </span>
      {children}
      <span class="soft small one-line">{mediumFacts(medium)}</span>
    </li>
  );
}
