/** In characters. */
const MAX_LENGTH = 200;

/**
 * A file name that is safe to display: without folders, control characters and characters that reverse the direction
 * of text. It is never used as a path.
 *
 * @returns null if nothing is left
 */
export function plainFileName(sent: string | null | undefined): string | null {
  if (!sent) return null;
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/g, '')
    .trim();
  if (plain === '' || plain === '.' || plain === '..') return null;
  return [...plain].length > MAX_LENGTH ? shortened(plain) : plain;
}

/** Keeps the extension. */
function shortened(name: string): string {
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  return [...name].slice(0, MAX_LENGTH - extension.length).join('') + extension;
}

/** The last segment of a URL’s path, as a file name. */
export function urlName(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch (error) {
    if (error instanceof URIError) return last;
    throw error;
  }
}
