import { MAX_ALT_TEXT, type Media } from '../../../contract/media/media.js';
import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { SERVICE_LIMITS } from '../../../networks/service-limits.js';
import { mediaMode } from '../compose/media-acts.js';
import { CropButton } from './crop/crop-dialog.js';
import { Library, type LibraryView, OpenLibrary } from './library/library-picker.js';
import { kindName, mediumFacts, ownAddress, type ShownMedium } from './shown-media.js';

/** The files that can be chosen. */
export const ACCEPTED_FILES =
  'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,.jpg,.jpeg,.png,.webp,.mp4,.mov';

/** What can be uploaded, in words. */
export function acceptedWords(): string {
  const { image, video } = SERVICE_LIMITS;
  return `JPEG, PNG, WebP up to ${byteSize(image.maxBytes.value)}; MP4, MOV up to ${byteSize(video.maxBytes.value)}.`;
}

interface MediaFieldProps {
  readonly media: readonly ShownMedium[];
  /** The library, if it is open. */
  readonly library: LibraryView | null;
}

/** The images and videos of a post in the form: chosen or dropped, with alt texts, in order. */
export function MediaField({ media, library }: MediaFieldProps) {
  return (
    <fieldset class="media-field" data-media-field>
      <legend>Images and videos</legend>
      <ol class="media-list" id="media-list" data-media-list>
        {media.map((shown, place) => (
          <MediaItem {...shown} place={place} />
        ))}
      </ol>
      <div class="media-ways">
        <FilesField />
        <OpenLibrary />
      </div>
      <div id="library">{library && <Library {...library} />}</div>
    </fieldset>
  );
}

/** Chooses files for a script to upload. */
export function FilesField({ isApart = false }: { readonly isApart?: boolean }) {
  return (
    <div class={isApart ? 'media-drop apart scripted' : 'media-drop scripted'}>
      <label for="files">Add files, or drop them here</label>
      <input type="file" id="files" multiple accept={ACCEPTED_FILES} aria-describedby="files-hint" />
      <span class="hint" id="files-hint">
        {acceptedWords()}
      </span>
    </div>
  );
}

/** An image or video, with its form fields. */
export function MediaItem({ storageKey, medium, alt, place = 0 }: ShownMedium & { readonly place?: number }) {
  const name = medium?.filename ?? (medium === null ? 'File no longer available' : kindName(medium));
  return (
    <li class="media-item" id={`medium-${storageKey}`} data-medium>
      <input type="hidden" name="media" value={storageKey} />
      {medium ? <Thumbnail medium={medium} /> : <span class="thumb" aria-hidden="true" />}
      <div class="media-words">
        <p class="media-title" title={name}>
          <strong class="one-line">{name}</strong>
          {medium && (
            <span class="soft">
              {kindName(medium)}, {mediumFacts(medium)}
            </span>
          )}
          {medium && <CropButton medium={medium} from="post" />}
        </p>
        <div class="field">
          <label for={`alt-${storageKey}`}>Alt text</label>
          <input
            type="text"
            id={`alt-${storageKey}`}
            name="alt"
            value={alt}
            maxlength={MAX_ALT_TEXT}
            placeholder="Describe what it shows"
            dir="auto"
          />
        </div>
        {medium && <MediumFits medium={medium} />}
      </div>
      <div class="buttons">
        <Tool name={`Remove: ${name}`} sign="✕" act="remove" place={place} />
        <Tool name={`Move up: ${name}`} sign="↑" act="up" place={place} />
        <Tool name={`Move down: ${name}`} sign="↓" act="down" place={place} />
      </div>
    </li>
  );
}

interface ToolProps {
  readonly name: string;
  readonly sign: string;
  readonly act: 'up' | 'down' | 'remove';
  readonly place: number;
}

/** A script acts on the page; without one, the server returns the changed form. */
function Tool({ name, sign, act, place }: ToolProps) {
  return (
    <button
      type="submit"
      name="mode"
      value={mediaMode(act, place)}
      class="button quiet"
      aria-label={name}
      title={name}
      data-medium-act={act}
    >
      {sign}
    </button>
  );
}

function Thumbnail({ medium }: { readonly medium: Media }) {
  const { thumbnailUrl, kind, url } = medium;
  const source = thumbnailUrl ?? (kind === 'image' ? url : null);
  if (source === null) return <span class="thumb none">Video</span>;
  return <img class="thumb" src={ownAddress(source)} alt="" loading="lazy" />;
}

/** Which networks would not accept the file. The preview checks it for the chosen channels. */
export function MediumFits({ medium }: { readonly medium: Media }) {
  const issues = PLATFORMS.flatMap((platform) => {
    const fit = medium.fits[platform];
    return fit && fit.status !== 'ok' && fit.message !== null
      ? [{ platform, ...fit, message: fit.message }]
      : [];
  });
  const refusing = issues.filter(({ status }) => status === 'error').length;
  if (issues.length + medium.warnings.length === 0) return null;
  return (
    <details class="small">
      <summary>
        {refusing === 0 ? 'Notes' : `Not accepted by ${refusing} of ${PLATFORMS.length} networks`}
      </summary>
      <ul class="issues">
        {medium.warnings.map(({ message, fix }) => (
          <li>
            {message} <span class="soft">{fix}</span>
          </li>
        ))}
        {issues.map(({ platform, status, message }) => (
          <li class={status === 'error' ? 'error' : ''}>
            <strong>{PLATFORM_NAMES[platform]}:</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
