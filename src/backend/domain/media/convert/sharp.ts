type Sharp = typeof import('sharp');

let loading: Promise<Sharp | null> | null = null;

/**
 * Loads the image library on first use. It is an optional dependency with native code: null if it is not installed
 * or does not run on this machine.
 */
export function loadSharp(): Promise<Sharp | null> {
  loading ??= import('sharp').then(restrictFormats, () => null);
  return loading;
}

/** Whether this machine can convert images and create thumbnails. */
export async function canConvert(): Promise<boolean> {
  return (await loadSharp()) !== null;
}

/** Restricts the library to the accepted image formats: it can decode dozens of others. */
function restrictFormats(library: Sharp): Sharp {
  const { default: sharp } = library;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // No image is decoded twice, so a cache would only hold memory and file handles.
  sharp.cache(false);
  return library;
}
