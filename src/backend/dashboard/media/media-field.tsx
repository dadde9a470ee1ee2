import { MAX_ALT_TEXT, type Media } from '../../../contract/media/media.js';
import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { SERVICE_LIMITS } from '../../../networks/service-limits.js';
import { mediaMode } from '../compose/media-acts.js';
import { CropButton } from './crop/crop-dialog.js';
import { OpenLibrary } from './library/library-picker.js';
import { kindName, mediumFacts, ownAddress, type ShownMedium } from './shown-media.js';
import { altField, COMMON_TRAY, idIn, mediaField } from './trays.js';

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
  readonly tray?: string;
}

/** The images and videos of a post, or of one channel, in the form: chosen or dropped, with alt texts, in order. */
export function MediaField({ media, tray = COMMON_TRAY }: MediaFieldProps) {
  return (
    <fieldset class="media-field" data-media-field>
      <legend>Images and videos</legend>
      <ol class="media-list" id={idIn(tray, 'media-list')} data-media-list data-tray={tray}>
        {media.map((shown, place) => (
          <MediaItem {...shown} place={place} tray={tray} />
        ))}
      </ol>
      <div class="media-ways">
        <FilesField tray={tray} />
        <OpenLibrary tray={tray} />
      </div>
    </fieldset>
  );
}

interface FilesFieldProps {
  readonly tray?: string;
  readonly isApart?: boolean;
}

/** Chooses files for a script to upload. */
export function FilesField({ tray = COMMON_TRAY, isApart = false }: FilesFieldProps) {
  const id = idIn(tray, 'files');
  return (
    <div class={isApart ? 'media-drop apart scripted' : 'media-drop scripted'}>
      <label for={id}>Add files, or drop them here</label>
      <input type="file" id={id} multiple accept={ACCEPTED_FILES} aria-describedby={`${id}-hint`} />
      <span class="hint" id={`${id}-hint`}>
        {acceptedWords()}
      </span>
    </div>
  );
}

interface MediaItemProps extends ShownMedium {
  readonly place?: number;
  readonly tray?: string;
}

/** An image or video, with its form fields. */
export function MediaItem({ storageKey, medium, alt, place = 0, tray = COMMON_TRAY }: MediaItemProps) {
  const name = medium?.filename ?? (medium === null ? 'File no longer available' : kindName(medium));
  const altId = idIn(tray, `alt-${storageKey}`);
  return (
    <li class="media-item" id={idIn(tray, `medium-${storageKey}`)} data-medium>
      <input type="hidden" name={mediaField(tray)} value={storageKey} />
      {medium ? <Thumbnail medium={medium} /> : <span class="thumb" aria-hidden="true" />}
      <div class="media-words">
        <p class="media-title" title={name}>
          <strong class="one-line">{name}</strong>
          {medium && (
            <span class="soft">
              {kindName(medium)}, {mediumFacts(medium)}
            </span>
          )}
          {medium && <CropButton medium={medium} from="post" tray={tray} />}
        </p>
        <div class="field">
          <label for={altId}>Alt text</label>
          <input
            type="text"
            id={altId}
            name={altField(tray)}
            value={alt}
            maxlength={MAX_ALT_TEXT}
            placeholder="Describe what it shows"
            dir="auto"
          />
        </div>
        {medium && <MediumFits medium={medium} />}
      </div>
      <div class="buttons">
        <Tool name={`Remove: ${name}`} sign="✕" act="remove" place={place} tray={tray} />
        <Tool name={`Move up: ${name}`} sign="↑" act="up" place={place} tray={tray} />
        <Tool name={`Move down: ${name}`} sign="↓" act="down" place={place} tray={tray} />
      </div>
    </li>
  );
}

interface ToolProps {
  readonly name: string;
  readonly sign: string;
  readonly act: 'up' | 'down' | 'remove';
  readonly place: number;
  readonly tray: string;
}

/** A script acts on the page; without one, the server returns the changed form. */
function Tool({ name, sign, act, place, tray }: ToolProps) {
  return (
    <button
      type="submit"
      name="mode"
      value={mediaMode(act, tray, place)}
      class="button quiet"
      aria-label={name}
      title={name}
      data-medium-act={act}
    >
      {sign}
    </button>
  );
}

export function Thumbnail({ medium }: { readonly medium: Media }) {
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
