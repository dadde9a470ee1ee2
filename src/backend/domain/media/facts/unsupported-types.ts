import { type MediaRefused, unsupported } from './media-refused.js';

const AS_IMAGE = 'Save it as JPEG, PNG or WEBP and upload that.';
const AS_VIDEO = 'Export it as an MP4 with H.264 video and AAC audio and upload that.';
const AS_EITHER = 'Postrider accepts images (JPEG, PNG, WEBP) and videos (MP4 or MOV with H.264 and AAC).';
const FROM_IPHONE =
  'Save it as JPEG and upload that. To take JPEG photos on an iPhone, choose Settings > Camera > Formats > Most Compatible.';
const AS_EXPORTED = 'Export the pages or the drawing as JPEG or PNG and upload that.';

/** File types that are often uploaded by mistake. */
const KNOWN: Readonly<Record<string, readonly [name: string, fix: string]>> = {
  'image/gif': [
    'a GIF',
    'Save a still image as PNG, or export an animation as an MP4 with H.264 video, and upload that.',
  ],
  'image/apng': [
    'an animated PNG',
    'Save one frame as PNG, or export the animation as an MP4 with H.264 video.',
  ],
  'image/heic': ['a HEIC photo', FROM_IPHONE],
  'image/heic-sequence': ['a HEIC sequence of pictures', FROM_IPHONE],
  'image/heif': ['a HEIF photo', FROM_IPHONE],
  'image/heif-sequence': ['a HEIF sequence of pictures', FROM_IPHONE],
  'image/avif': ['an AVIF image', AS_IMAGE],
  'image/jxl': ['a JPEG XL image', AS_IMAGE],
  'image/jp2': ['a JPEG 2000 image', AS_IMAGE],
  'image/tiff': ['a TIFF image', AS_IMAGE],
  'image/bmp': ['a BMP image', AS_IMAGE],
  'image/x-icon': ['an icon file', AS_IMAGE],
  'image/vnd.adobe.photoshop': ['a Photoshop file', AS_EXPORTED],
  'image/svg+xml': ['an SVG drawing', AS_EXPORTED],
  'application/pdf': ['a PDF document', AS_EXPORTED],
  'application/zip': ['a ZIP archive', 'Unpack it and upload the images or videos one by one.'],
  'text/html': [
    'a web page (HTML)',
    'The download may have been an error page. Open the file to check, and upload the image or video itself.',
  ],
  'application/xml': ['an XML document', AS_EITHER],
  'text/plain': ['a text file', AS_EITHER],
  'video/webm': ['a WebM video', AS_VIDEO],
  'video/matroska': ['a Matroska video (MKV)', AS_VIDEO],
  'video/vnd.avi': ['an AVI video', AS_VIDEO],
  'video/mp2t': ['an MPEG transport stream (TS)', AS_VIDEO],
  'video/mpeg': ['an MPEG-1 or MPEG-2 video', AS_VIDEO],
  'video/MP1S': ['an MPEG-1 video', AS_VIDEO],
  'video/MP2P': ['an MPEG-2 video', AS_VIDEO],
  'video/ogg': ['an Ogg video', AS_VIDEO],
  'video/x-flv': ['a Flash video', AS_VIDEO],
  'video/x-ms-asf': ['a Windows Media video', AS_VIDEO],
  'video/3gpp': ['a 3GP video', AS_VIDEO],
  'video/3gpp2': ['a 3G2 video', AS_VIDEO],
};

export function unsupportedType(contentType: string): MediaRefused {
  const [name, fix] = KNOWN[contentType] ?? [describeType(contentType), AS_EITHER];
  return unsupported(`This is ${name}, which Postrider does not accept.`, contentType, fix);
}

export function unknownType(): MediaRefused {
  return unsupported(
    'This is not an image or video that Postrider recognizes, or its first bytes are damaged.',
    'unknown',
    AS_EITHER,
  );
}

function describeType(contentType: string): string {
  const [group] = contentType.split('/');
  if (group === 'audio') return `an audio file (${contentType})`;
  if (group === 'image') return `an image of type ${contentType}`;
  if (group === 'video') return `a video of type ${contentType}`;
  return `a file of type ${contentType}`;
}
