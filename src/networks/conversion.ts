import type { MediaFacts } from './media-facts.js';
import type { FileRules } from './network-rules.js';
import { allowedTypes } from './preflight/media-types.js';

/** What about a file a network does not take, and a conversion can mend. */
type ConversionReason = 'type' | 'bytes' | 'pixels';

/** How an image is made into one that a network takes. Its aspect stays: nothing is ever cropped. */
export interface Conversion {
  readonly type: ConvertedType;
  /** Most bytes that the result may have; null: any number. */
  readonly maxBytes: number | null;
  /** Most pixels of its longer side; null: as many as it has. */
  readonly maxSide: number | null;
  readonly reasons: readonly ConversionReason[];
}

/** What images are converted to, the first that fits: JPEG is taken wherever images are. */
const CONVERTED_TYPES = ['image/jpeg', 'image/webp'] as const;
type ConvertedType = (typeof CONVERTED_TYPES)[number];

/** Images with more pixels (width times height) are not converted: they take too much memory and time. */
export const MOST_CONVERTED_PIXELS = 120_000_000;

/**
 * How a file has to be converted for a network, by its rules alone. Pure.
 *
 * @returns null where nothing has to be done, or where no conversion can help: videos, and rules that are not
 *   about type, bytes or a size that is too large
 */
export function conversionFor(file: MediaFacts, rules: FileRules): Conversion | null {
  const { kind, width, height, bytes, contentType } = file;
  const type = CONVERTED_TYPES.find((one) => allowedTypes('image', rules).includes(one));
  if (kind !== 'image' || type === undefined) return null;
  if (width !== null && height !== null && width * height > MOST_CONVERTED_PIXELS) return null;

  const maxBytes = rules.maxBytes?.value ?? null;
  const maxSide = width === null || height === null ? null : sideThatFits(width, height, rules);
  const reasons: ConversionReason[] = [
    ...(allowedTypes('image', rules).includes(contentType) ? [] : ['type' as const]),
    ...(maxBytes !== null && bytes > maxBytes ? ['bytes' as const] : []),
    ...(maxSide === null ? [] : ['pixels' as const]),
  ];
  return reasons.length === 0 ? null : { type, maxBytes, maxSide, reasons };
}

/** The longer side to which an image is scaled down; null where it is not too large. */
function sideThatFits(width: number, height: number, rules: FileRules): number | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(
    1,
    (rules.longSide?.value.max ?? long) / long,
    (rules.shortSide?.value.max ?? short) / short,
    Math.sqrt((rules.maxPixels?.value ?? short * long) / (short * long)),
  );
  if (scale === 1) return null;
  let side = Math.floor(long * scale);
  const most = rules.maxPixels?.value ?? Number.POSITIVE_INFINITY;
  while (side > 1 && side * Math.round((short * side) / long) > most) side -= 1;
  return side;
}

/** What is known of a file once it has been converted; its bytes are at most these. */
export function afterConversion(file: MediaFacts, { type, maxBytes, maxSide }: Conversion): MediaFacts {
  const { width, height, bytes } = file;
  const long = Math.max(width ?? 0, height ?? 0);
  const scaled = (side: number | null) =>
    side === null || maxSide === null ? side : Math.max(1, Math.round((side * maxSide) / long));
  return {
    ...file,
    contentType: type,
    bytes: Math.min(bytes, maxBytes ?? bytes),
    width: scaled(width),
    height: scaled(height),
  };
}
