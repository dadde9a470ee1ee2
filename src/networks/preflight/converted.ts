import { afterConversion, type Conversion } from '../conversion.js';
import type { MediaFacts } from '../media-facts.js';
import { megabytes } from './range.js';
import type { Finding } from './target.js';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
};

function nameOfType(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

/** A warning that says how an image is converted when it is published. */
export function convertedFinding(file: MediaFacts, network: string, conversion: Conversion): Finding {
  const { type, maxBytes, maxSide, reasons } = conversion;
  const after = afterConversion(file, conversion);
  const done = [
    file.contentType !== type && `as ${nameOfType(type)}`,
    maxSide !== null && `scaled to ${after.width}×${after.height}`,
    reasons.includes('bytes') && maxBytes !== null && `compressed to fit ${megabytes(maxBytes)}`,
  ];
  const opaque = type === 'image/jpeg' && file.contentType !== type;
  return {
    code: 'media_converted',
    severity: 'warning',
    message: `The ${nameOfType(file.contentType)} is sent to ${network} ${done.filter(Boolean).join(', ')}.${
      opaque ? ' Transparent areas become white.' : ''
    }`,
    actual: file.contentType,
  };
}

/** The finding without an image converter: upload a suitable image, or install the converter. */
export function withoutConverter(finding: Finding, { type, maxBytes, maxSide }: Conversion): Finding {
  const wanted = [
    `a ${nameOfType(type)}`,
    maxBytes !== null && `of at most ${megabytes(maxBytes)}`,
    maxSide !== null && `with at most ${maxSide} pixels on its longer side`,
  ];
  return {
    ...finding,
    fix: `Upload ${wanted.filter(Boolean).join(' ')}, or install sharp on the server (npm install sharp) so that Postrider converts images.`,
  };
}
