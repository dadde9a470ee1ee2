import { type Box, boxesIn } from './boxes.js';
import { damaged } from './media-refused.js';
import type { BoundedFile } from './random-access.js';

/** Where the parts of an MP4 or MOV lie. */
export interface MovieParts {
  /** Names the kind of file; QuickTime files of old have none. */
  readonly ftyp: Box | null;
  /** Describes the tracks. */
  readonly moov: Box;
  /** Of a fragmented file: what describes each fragment. */
  readonly moofs: readonly Box[];
}

const WHOLE = 'Upload it again, whole.';

/**
 * Finds the parts of a file, and that none is missing or cut off.
 *
 * @throws MediaRefused
 */
export async function findParts(file: BoundedFile): Promise<MovieParts> {
  let ftyp: Box | null = null;
  let moov: Box | null = null;
  let hasData = false;
  let until = 0;
  const moofs: Box[] = [];
  for await (const box of boxesIn(file, 0, file.length, 'bytes')) {
    if (box.claimedEnd > file.length) {
      const missing = box.claimedEnd - file.length;
      throw damaged(`This video breaks off: ${missing} bytes are missing at its end.`, WHOLE);
    }
    if (box.name === 'ftyp') ftyp ??= box;
    if (box.name === 'moov') moov ??= box;
    if (box.name === 'moof') moofs.push(box);
    if (box.name === 'mdat' && box.end > box.content) hasData = true;
    until = box.end;
  }
  if (!moov) {
    throw damaged(
      'This video has no index (moov): the recording was not finished, or the file was cut off.',
      'Finish or repair the recording, or export it again, and upload it whole.',
    );
  }
  // What was appended behind a whole film is not looked at.
  if (!hasData) throw damaged(`This video holds no pictures: its parts end at byte ${until}.`, WHOLE);
  return { ftyp, moov, moofs };
}
