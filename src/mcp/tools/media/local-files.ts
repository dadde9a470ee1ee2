import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One media file in a folder. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly modified: Date;
}

/** Entries of a folder that are checked. */
const MAX_ENTRIES = 5_000;

const ENDINGS = /\.(jpe?g|png|webp|mp4|m4v|mov)$/i;

/** Enough bytes to recognise an image or video. */
const BEGINNING_BYTES = 16;

/** The newest images and videos of a folder, by file name, without hidden ones. Their content is checked on upload. */
export async function newestMedia(
  folder: string,
  most: number,
): Promise<{ files: readonly ListedFile[]; found: number }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const media = entries
    .filter((entry) => entry.isFile() && ENDINGS.test(entry.name) && !entry.name.startsWith('.'))
    .slice(0, MAX_ENTRIES);
  const files = await Promise.all(
    media.map(async ({ name }): Promise<ListedFile> => {
      const path = join(folder, name);
      const { size, mtime } = await stat(path);
      return { path, bytes: size, modified: mtime };
    }),
  );
  files.sort((one, other) => other.modified.getTime() - one.modified.getTime());
  return { files: files.slice(0, most), found: files.length };
}

/** Whether a file starts like an accepted image or video. Only the first bytes are read; the service checks the rest. */
export async function looksLikeMedia(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING_BYTES);
    const { bytesRead } = await file.read(bytes, 0, BEGINNING_BYTES, 0);
    return isMediaBeginning(bytes.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** JPEG, PNG, WebP, and the boxes that MP4 and MOV start with. */
function isMediaBeginning(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (text.startsWith('\u00ff\u00d8\u00ff') || text.startsWith('\u0089PNG\r\n\u001a\n')) return true;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return true;
  return ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(text.slice(4, 8));
}
