export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in its pixels. */
export interface Frame extends Size {
  readonly left: number;
  readonly top: number;
}

/** The corner that is dragged; the opposite one stays. */
export interface Corner {
  readonly x: 'left' | 'right';
  readonly y: 'top' | 'bottom';
}

/** Width divided by height; null: any. */
export type Ratio = number | null;

/** The smallest frame, in pixels, unless the picture is smaller. */
const MIN_SIDE = 32;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The largest frame of a ratio, with its centre as near to that of another frame as the picture allows. */
export function largest(picture: Size, ratio: Ratio, around: Frame): Frame {
  const size =
    ratio === null
      ? picture
      : {
          width: Math.min(picture.width, picture.height * ratio),
          height: Math.min(picture.height, picture.width / ratio),
        };
  const left = around.left + (around.width - size.width) / 2;
  const top = around.top + (around.height - size.height) / 2;
  return moved({ ...size, left, top }, 0, 0, picture);
}

/** The frame moved, as far as the picture allows. */
export function moved(frame: Frame, right: number, down: number, picture: Size): Frame {
  return {
    ...frame,
    left: clamp(frame.left + right, 0, picture.width - frame.width),
    top: clamp(frame.top + down, 0, picture.height - frame.height),
  };
}

/** The frame with one corner moved, as far as the picture, the ratio and the smallest size allow. */
export function resized(
  frame: Frame,
  corner: Corner,
  right: number,
  down: number,
  { picture, ratio }: { readonly picture: Size; readonly ratio: Ratio },
): Frame {
  const grown = {
    width: frame.width + (corner.x === 'right' ? right : -right),
    height: frame.height + (corner.y === 'bottom' ? down : -down),
  };
  const room = {
    width: corner.x === 'right' ? picture.width - frame.left : frame.left + frame.width,
    height: corner.y === 'bottom' ? picture.height - frame.top : frame.top + frame.height,
  };
  const size = sized(grown, room, ratio, Math.abs(right) >= Math.abs(down));
  return {
    ...size,
    left: corner.x === 'right' ? frame.left : frame.left + frame.width - size.width,
    top: corner.y === 'bottom' ? frame.top : frame.top + frame.height - size.height,
  };
}

/** @param byWidth whether the width decides, if the ratio leaves a choice */
function sized(wanted: Size, room: Size, ratio: Ratio, byWidth: boolean): Size {
  if (ratio === null) {
    return {
      width: clamp(wanted.width, Math.min(MIN_SIDE, room.width), room.width),
      height: clamp(wanted.height, Math.min(MIN_SIDE, room.height), room.height),
    };
  }
  const most = Math.min(room.width, room.height * ratio);
  const least = Math.min(most, Math.max(MIN_SIDE, MIN_SIDE * ratio));
  const width = clamp(byWidth ? wanted.width : wanted.height * ratio, least, most);
  return { width, height: width / ratio };
}

/** In whole pixels, inside the picture. */
export function whole(frame: Frame, picture: Size): Frame {
  const width = clamp(Math.round(frame.width), 1, picture.width);
  const height = clamp(Math.round(frame.height), 1, picture.height);
  return {
    width,
    height,
    left: clamp(Math.round(frame.left), 0, picture.width - width),
    top: clamp(Math.round(frame.top), 0, picture.height - height),
  };
}
