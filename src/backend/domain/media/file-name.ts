/** Longest name that is kept, in characters. */
const LONGEST = 200;

/**
 * What a file is called, to be shown to people: without folders, control characters and the marks that turn the
 * direction of text around. It is never used as a path.
 *
 * @returns null where nothing is left
 */
export function plainFileName(sent: string | null | undefined): string | null {
  if (!sent) return null;
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/g, '')
    .trim();
  if (plain === '' || plain === '.' || plain === '..') return null;
  return [...plain].length > LONGEST ? shortened(plain) : plain;
}

/** The end of a name tells its kind, and stays. */
function shortened(name: string): string {
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  return [...name].slice(0, LONGEST - ending.length).join('') + ending;
}

/** The name in a `Content-Disposition` header (RFC 6266): `filename*` before `filename`. */
export function dispositionName(header: string | null): string | null {
  if (header === null) return null;
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[\w-]*'([^;\s]+)/i.exec(header) ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
  }
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null;
}

/** The last part of an address's path, as a file's name. */
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
