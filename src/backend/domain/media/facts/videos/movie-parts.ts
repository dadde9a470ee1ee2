import type { BoundedFile } from '../bounded-file.js';
import { damaged } from '../media-refused.js';
import { type Box, boxesIn } from './boxes.js';

/** The top-level boxes of an MP4 or MOV. */
export interface MovieParts {
  /** The file type. Old QuickTime files have none. */
  readonly ftyp: Box | null;
  /** The index, which describes the tracks. */
  readonly moov: Box;
  /** The headers of the fragments of a fragmented file. */
  readonly moofs: readonly Box[];
}

const UPLOAD_COMPLETE = 'Upload the complete file.';

/**
 * Finds the top-level boxes, and checks that none is missing or incomplete.
 *
 * @throws MediaRefused
 */
export async function findParts(file: BoundedFile): Promise<MovieParts> {
  let ftyp: Box | null = null;
  let moov: Box | null = null;
  let hasData = false;
  let end = 0;
  const moofs: Box[] = [];
  for await (const box of boxesIn(file, 0, file.length, 'bytes')) {
    if (box.claimedEnd > file.length) {
      const missing = box.claimedEnd - file.length;
      throw damaged(`This video ends too early: ${missing} bytes are missing.`, UPLOAD_COMPLETE);
    }
    if (box.name === 'ftyp') ftyp ??= box;
    if (box.name === 'moov') moov ??= box;
    if (box.name === 'moof') moofs.push(box);
    if (box.name === 'mdat' && box.end > box.content) hasData = true;
    end = box.end;
  }
  if (!moov) {
    throw damaged(
      'This video has no index (moov): the recording did not finish, or the file is incomplete.',
      'Finish or repair the recording, or export it again, and upload the complete file.',
    );
  }
  // Anything after a complete video is ignored.
  if (!hasData)
    throw damaged(`This video contains no frames: its boxes end at byte ${end}.`, UPLOAD_COMPLETE);
  return { ftyp, moov, moofs };
}
