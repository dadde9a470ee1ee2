import type { Media } from '../../../../contract/media/media.js';
import { PLATFORM_NAMES, type Platform } from '../../../../contract/platforms.js';
import { type OfferedRatio, type Ratio, ratiosFor } from '../../../../networks/crop-ratios.js';
import { canConvert } from '../../../domain/media/convert/sharp.js';
import { assetPath } from '../../assets.js';
import { NetworkMark } from '../../layout/parts.js';
import { nameOf } from '../library/library-grid.js';
import { ownAddress } from '../shown-media.js';
import { COMMON_TRAY, idIn } from '../trays.js';

/** Where the picture is: in the form of a post, or on its own page. */
export type CropFrom = 'post' | 'file';

/** An image whose size is known. */
export type Picture = Media & { readonly width: number; readonly height: number };

export const isPicture = (medium: Media): medium is Picture =>
  medium.kind === 'image' && medium.width !== null && medium.height !== null;

/** Marks of networks beside a ratio, at most. */
const MAX_MARKS = 3;

interface CropButtonProps {
  readonly medium: Media;
  readonly from: CropFrom;
  /** The tray of the form that has the picture. */
  readonly tray?: string;
}

/** Opens the dialog that crops a picture. Only if this machine can decode pictures, and scripts run. */
export async function CropButton({ medium, from, tray = COMMON_TRAY }: CropButtonProps) {
  if (!isPicture(medium) || !(await canConvert())) return null;
  const isCommon = tray === COMMON_TRAY;
  return (
    <button
      type="button"
      class={from === 'post' ? 'link-button scripted' : 'button scripted'}
      hx-get={`/media/${medium.key}/crop?from=${from}&tray=${tray}${isCommon ? '' : `&account=${tray}`}`}
      {...(isCommon && { 'hx-include': '[name=account]' })}
      hx-trigger="click consume"
      hx-target="#crop"
      hx-swap="innerHTML"
    >
      Crop<span class="unseen"> {nameOf(medium)}</span>
    </button>
  );
}

/** Where the dialog appears, outside other forms. Its script loads with the first one. */
export function CropPlace() {
  return <div id="crop" data-script={assetPath('crop.js')} />;
}

interface CropDialogProps {
  readonly medium: Picture;
  readonly from: CropFrom;
  readonly tray: string;
  /** The networks whose ratios are offered. */
  readonly platforms: readonly Platform[];
  readonly csrfToken: string;
}

/** Crops a picture: the script draws the frame, and fills in the fields. */
export function CropDialog({ medium, from, tray, platforms, csrfToken }: CropDialogProps) {
  const { key, width, height } = medium;
  return (
    <dialog class="ask crop" aria-labelledby="crop-title">
      <form
        method="post"
        action={`/media/${key}/crop`}
        hx-post={`/media/${key}/crop`}
        hx-target={from === 'post' ? `#${idIn(tray, `medium-${key}`)}` : '#crop-problem'}
        hx-swap={from === 'post' ? 'outerHTML' : 'innerHTML'}
        hx-sync="this:drop"
      >
        <input type="hidden" name="csrf" value={csrfToken} />
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="tray" value={tray} />
        <input type="hidden" name="alt" value="" data-alt={idIn(tray, `alt-${key}`)} />
        <h2 id="crop-title" class="one-line">
          Crop {nameOf(medium)}
        </h2>
        <Ratios offered={ratiosFor(platforms)} />
        <div class="crop-stage" data-width={width} data-height={height}>
          <img src={ownAddress(medium.url)} alt={medium.altText ?? ''} width={width} height={height} />
          <div
            class="crop-frame"
            role="application"
            tabindex={0}
            aria-label="The part to keep"
            aria-describedby="crop-help"
          >
            {['left top', 'right top', 'left bottom', 'right bottom'].map((corner) => (
              <span class={`crop-corner ${corner}`} data-corner={corner} />
            ))}
          </div>
        </div>
        <p class="soft small" id="crop-help">
          Drag the frame or its corners, or use the arrow keys: alone they move it, with Shift they resize it.
        </p>
        <div class="crop-sides">
          <Side name="left" max={width - 1} />
          <Side name="top" max={height - 1} />
          <Side name="width" max={width} />
          <Side name="height" max={height} />
        </div>
        <div id="crop-problem" />
        <p class="soft small">The original stays in the library. Its alt text is kept.</p>
        <div class="buttons">
          <button class="button" type="button" data-crop-cancel>
            Cancel
          </button>
          <button class="button main" type="submit">
            Save as a new file
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** `4:5` */
const ratioName = ([width, height]: Ratio): string => `${width}:${height}`;

function Ratios({ offered }: { readonly offered: readonly OfferedRatio[] }) {
  return (
    <fieldset class="crop-ratios">
      <legend class="unseen">Aspect ratio</legend>
      {offered.map(({ ratio, platforms }, index) => (
        <label title={platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ')}>
          <input
            class="unseen"
            type="radio"
            name="ratio"
            value={String(ratio[0] / ratio[1])}
            checked={index === 0}
          />
          <span>
            {ratioName(ratio)}
            {platforms.slice(0, MAX_MARKS).map((platform) => (
              <NetworkMark platform={platform} />
            ))}
            {platforms.length > MAX_MARKS && <small>+{platforms.length - MAX_MARKS}</small>}
          </span>
        </label>
      ))}
      <label>
        <input class="unseen" type="radio" name="ratio" value="" checked={offered.length === 0} />
        <span>Free</span>
      </label>
    </fieldset>
  );
}

function Side({ name, max }: { readonly name: string; readonly max: number }) {
  const id = `crop-${name}`;
  return (
    <div class="field">
      <label for={id}>{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</label>
      <input type="number" id={id} name={name} min={0} max={max} step={1} required />
    </div>
  );
}
