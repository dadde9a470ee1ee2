import type { MediaFacts } from './media-facts.js';
import type { FileRules } from './network-rules.js';
import { allowedTypes } from './preflight/media-types.js';

/** A problem of an image that a conversion can fix. */
type ConversionReason = 'type' | 'bytes' | 'pixels';

/** How to convert an image so that a network accepts it. Images are never cropped. */
export interface Conversion {
  readonly type: ConvertedType;
  /** Maximum size of the result in bytes; null: unlimited. */
  readonly maxBytes: number | null;
  /** Maximum length of its longer side in pixels; null: not scaled. */
  readonly maxSide: number | null;
  readonly reasons: readonly ConversionReason[];
}

/** Target types in order of preference. */
const CONVERTED_TYPES = ['image/jpeg', 'image/webp'] as const;
type ConvertedType = (typeof CONVERTED_TYPES)[number];

/** Images with more pixels (width times height) are not converted: this would need too much memory and time. */
export const MAX_CONVERTED_PIXELS = 120_000_000;

/**
 * Plans the conversion of a file for a network. Pure.
 *
 * @returns null if the file needs no conversion, or if a conversion cannot help: it can change the type and reduce the
 *   size of images, but not convert videos
 */
export function conversionFor(file: MediaFacts, rules: FileRules): Conversion | null {
  const { kind, width, height, bytes, contentType } = file;
  const type = CONVERTED_TYPES.find((one) => allowedTypes('image', rules).includes(one));
  if (kind !== 'image' || type === undefined) return null;
  if (width !== null && height !== null && width * height > MAX_CONVERTED_PIXELS) return null;

  const maxBytes = rules.maxBytes?.value ?? null;
  const maxSide = width === null || height === null ? null : sideThatFits(width, height, rules);
  const reasons: ConversionReason[] = [
    ...(allowedTypes('image', rules).includes(contentType) ? [] : ['type' as const]),
    ...(maxBytes !== null && bytes > maxBytes ? ['bytes' as const] : []),
    ...(maxSide === null ? [] : ['pixels' as const]),
  ];
  return reasons.length === 0 ? null : { type, maxBytes, maxSide, reasons };
}

/** The length of the longer side after scaling down; null if the image is not too large. */
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
  const maxPixels = rules.maxPixels?.value ?? Number.POSITIVE_INFINITY;
  while (side > 1 && side * Math.round((short * side) / long) > maxPixels) side -= 1;
  return side;
}

/** The facts about a file after its conversion. `bytes` is an upper bound. */
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
