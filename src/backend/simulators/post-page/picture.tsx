import type { FC } from 'hono/jsx';
import { toneOf } from '../../networks/avatars.js';
import type { PageMedia, PostView } from './network-page.js';

interface PictureProps {
  readonly view: PostView;
  /** The kind of placeholder for media without stored files. */
  readonly kind: 'image' | 'video';
  /** How several images are shown: at once, or one at a time. */
  readonly several?: 'tiles' | 'strip';
  /** How many images are shown at once; a number stands for the others. */
  readonly maxTiles?: number;
  /** The network marks images that have an alt text. */
  readonly marksAlt?: boolean;
}

/** Images shown at once by most networks. */
const MAX_TILES = 4;

/** The images or the video of a post, or a placeholder if the files are not stored. */
export const Picture: FC<PictureProps> = ({
  view,
  kind,
  several = 'tiles',
  maxTiles = MAX_TILES,
  marksAlt = false,
}) => {
  const { media = [] } = view.post;
  if (media.length === 0) return <Placeholder view={view} kind={kind} />;
  const shown = several === 'tiles' ? media.slice(0, maxTiles) : media;
  const hidden = media.length - shown.length;
  const layout = media.length === 1 ? 'one' : several;
  return (
    <div class={`picture shown ${layout} of-${Math.min(media.length, maxTiles)}`}>
      {shown.map((one, place) => (
        <Medium
          medium={one}
          place={place}
          of={media.length}
          view={view}
          hidden={place === shown.length - 1 ? hidden : 0}
          marksAlt={marksAlt}
        />
      ))}
      {several === 'strip' && media.length > 1 ? <span class="count">1/{media.length}</span> : null}
      {several === 'strip' && media.length > 1 ? (
        <span class="dots" aria-hidden="true">
          {media.map(() => (
            <span />
          ))}
        </span>
      ) : null}
    </div>
  );
};

interface MediumProps {
  readonly medium: PageMedia;
  readonly place: number;
  readonly of: number;
  readonly view: PostView;
  /** Images that the last tile stands for. */
  readonly hidden: number;
  readonly marksAlt: boolean;
}

const Medium: FC<MediumProps> = ({ medium, place, of, view, hidden, marksAlt }) => {
  const { kind, altText } = medium;
  return (
    <span class={`tile ${kind}`}>
      <File medium={medium} place={place} of={of} view={view} />
      {marksAlt && kind === 'image' && altText ? (
        <span class="alt-mark" aria-hidden="true">
          ALT
        </span>
      ) : null}
      {hidden > 0 ? <span class="more-tiles">+{hidden}</span> : null}
    </span>
  );
};

const File: FC<Pick<MediumProps, 'medium' | 'place' | 'of' | 'view'>> = ({ medium, place, of, view }) => {
  const { url, kind, altText, coverUrl, seconds = null } = medium;
  const number = of === 1 ? '' : ` ${place + 1} of ${of}`;
  if (kind === 'image') return <img src={url} alt={altText || `Image${number}`} loading="lazy" />;
  const label = altText || `Video${number}`;
  if (view.isPreview) {
    return (
      <>
        {coverUrl === null ? (
          <video src={url} aria-label={label} preload="metadata" playsinline muted />
        ) : (
          <img src={coverUrl} alt={label} loading="lazy" />
        )}
        <span class="play" aria-hidden="true" />
        {seconds === null ? null : <span class="length">{clockLength(seconds)}</span>}
      </>
    );
  }
  // In a list, the whole post is a link, so that its content cannot be clicked.
  return (
    <video
      src={url}
      aria-label={label}
      controls={view.alone}
      preload="metadata"
      playsinline
      {...(coverUrl !== null && { poster: coverUrl })}
    />
  );
};

/** `1:05`. */
function clockLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const Placeholder: FC<Pick<PictureProps, 'view' | 'kind'>> = ({ view, kind }) => {
  const { account, post } = view;
  const count = post.mediaIds.length;
  if (count === 0) return null;
  const words = kind === 'video' ? 'Video' : count === 1 ? 'Image' : `${count} images`;
  return (
    <div class={`picture ${kind} tone-${toneOf(account)}`} role="img" aria-label={words}>
      {kind === 'image' ? <Hills /> : null}
      {kind === 'video' ? <span class="play" /> : null}
      {kind === 'image' && count > 1 ? <span class="count">1/{count}</span> : null}
    </div>
  );
};

const Hills: FC = () => (
  <svg class="hills" viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle cx="72" cy="40" r="8" />
    <path d="M0 84 30 52l22 26 16-14 32 28v8H0z" />
    <path d="M0 92 22 78l26 14 30-18 22 14v12H0z" />
  </svg>
);
