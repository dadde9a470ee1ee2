type Sharp = typeof import('sharp');

let loading: Promise<Sharp | null> | null = null;

/**
 * The image library, loaded by the first who needs it. It is an optional dependency with native parts: null
 * where it is not installed or does not run on this machine.
 */
export function loadSharp(): Promise<Sharp | null> {
  loading ??= import('sharp').then(takeOnlyUploadKinds, () => null);
  return loading;
}

/** Whether images can be converted here, and thumbnails made. */
export async function canConvert(): Promise<boolean> {
  return (await loadSharp()) !== null;
}

/** Lets it open the kinds of image that are taken here, and none of the dozens of others that it knows. */
function takeOnlyUploadKinds(library: Sharp): Sharp {
  const { default: sharp } = library;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // No file is opened twice: keeping them would hold memory and file handles for nothing.
  sharp.cache(false);
  return library;
}
