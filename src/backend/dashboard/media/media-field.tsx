import type { Media } from '../../../contract/media/media.js';
import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { SERVICE_LIMITS } from '../../../networks/service-limits.js';
import { mediumFacts, ownAddress, type ShownMedium } from './shown-media.js';

const ACCEPTED = 'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,.jpg,.jpeg,.png,.webp,.mp4,.mov';

/** Images and videos of a post that is written: chosen or dropped, finish in words, put in order. */
export function MediaField({ media }: { readonly media: readonly ShownMedium[] }) {
  const { image, video } = SERVICE_LIMITS;
  return (
    <fieldset class="media-field" data-media-field>
      <legend>Images and videos</legend>
      <ol class="media-list" data-media-list>
        {media.map((shown) => (
          <MediaItem {...shown} />
        ))}
      </ol>
      <div class="field">
        <label for="files">Add files, or drop them here</label>
        <input type="file" id="files" multiple accept={ACCEPTED} aria-describedby="files-hint" />
        <span class="hint" id="files-hint">
          JPEG, PNG, WebP up to {byteSize(image.maxBytes.value)}; MP4, MOV up to{' '}
          {byteSize(video.maxBytes.value)}.
        </span>
      </div>
    </fieldset>
  );
}

/** One of them, with the fields that the form sends. */
export function MediaItem({ storageKey, medium, alt }: ShownMedium) {
  const name = medium?.filename ?? (medium === null ? 'It is there no more' : `An ${medium.kind}`);
  return (
    <li class="media-item" data-medium>
      <input type="hidden" name="media" value={storageKey} />
      {medium ? <Thumbnail medium={medium} /> : <span class="thumb" aria-hidden="true" />}
      <div class="media-words">
        <p class="one-line" title={name}>
          <strong>{name}</strong>
        </p>
        {medium && <p class="soft small">{mediumFacts(medium)}</p>}
        <div class="field">
          <label for={`alt-${storageKey}`}>In words, for those who do not see it</label>
          <input
            type="text"
            id={`alt-${storageKey}`}
            name="alt"
            value={alt}
            maxlength={2000}
            placeholder="What it shows"
            dir="auto"
          />
        </div>
        {medium && <Fits medium={medium} />}
        <div class="buttons">
          <button type="button" class="button quiet" data-medium-move="up" aria-label={`Up: ${name}`}>
            Up
          </button>
          <button type="button" class="button quiet" data-medium-move="down" aria-label={`Down: ${name}`}>
            Down
          </button>
          <button type="button" class="button quiet" data-medium-remove aria-label={`Leave it out: ${name}`}>
            Leave it out
          </button>
        </div>
      </div>
    </li>
  );
}

function Thumbnail({ medium }: { readonly medium: Media }) {
  const { thumbnailUrl, kind, url } = medium;
  const source = thumbnailUrl ?? (kind === 'image' ? url : null);
  if (source === null) return <span class="thumb none">Video</span>;
  return <img class="thumb" src={ownAddress(source)} alt="" loading="lazy" />;
}

/** What the networks would say to it: the check beside the form judges it for the channels that are chosen. */
function Fits({ medium }: { readonly medium: Media }) {
  const finish = PLATFORMS.flatMap((platform) => {
    const fit = medium.fits[platform];
    return fit && fit.status !== 'ok' && fit.message !== null
      ? [{ platform, ...fit, message: fit.message }]
      : [];
  });
  const refusing = finish.filter(({ status }) => status === 'error').length;
  if (finish.length + medium.warnings.length === 0) return null;
  return (
    <details class="small">
      <summary>
        {refusing === 0 ? 'To know' : `${refusing} of ${PLATFORMS.length} networks refuse it`}
      </summary>
      <ul class="issues">
        {medium.warnings.map(({ message, fix }) => (
          <li>
            {message} <span class="soft">{fix}</span>
          </li>
        ))}
        {finish.map(({ platform, status, message }) => (
          <li class={status === 'error' ? 'error' : ''}>
            <strong>{PLATFORM_NAMES[platform]}:</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
