import { damaged } from './media-refused.js';
import { type IndexNode, nodesAt } from './movie-index.js';
import type { BoundedFile } from './random-access.js';

/** What the index of a video says of one track's times and places. */
export interface TrackTimes {
  readonly id: number;
  /** Units of time in a second. */
  readonly timescale: number;
  /** How long what it holds lasts. */
  readonly seconds: number;
  /** How long it is shown or heard, where the index cuts something off; 0 where that is not said. */
  readonly shownSeconds: number;
  /** Pictures or pieces of sound that the index lists; those of fragments are not among them. */
  readonly samples: number;
}

/** Seconds of the whole as the index says it; null where it says nothing. */
export function movieSeconds(moov: IndexNode): number | null {
  const header = readMovieTimes(moov);
  return header && header.seconds > 0 ? header.seconds : null;
}

function readMovieTimes(moov: IndexNode) {
  const [mvhd] = nodesAt(moov, 'mvhd');
  return mvhd && readTimes(mvhd);
}

/**
 * Reads the times of every track, and that the file reaches as far as its index says.
 *
 * @throws MediaRefused
 */
export async function readTracks(file: BoundedFile, moov: IndexNode): Promise<TrackTimes[]> {
  const tracks: TrackTimes[] = [];
  const movieScale = readMovieTimes(moov)?.timescale ?? 0;
  for (const trak of nodesAt(moov, 'trak')) {
    const [tkhd] = nodesAt(trak, 'tkhd');
    const [mdhd] = nodesAt(trak, 'mdia/mdhd');
    if (!tkhd?.content || !mdhd) continue;
    const long = tkhd.content[0] === 1;
    const id = view(tkhd.content).getUint32(long ? 20 : 12);
    tracks.push({
      id,
      ...readTimes(mdhd),
      shownSeconds: secondsAt(view(tkhd.content), long ? 28 : 20, long, movieScale),
      samples: await countSamples(file, trak),
    });
    await checkReach(file, trak);
  }
  return tracks;
}

/** The head of a movie and of a medium begin alike: version, two dates, timescale, duration. */
function readTimes({ content }: IndexNode): { timescale: number; seconds: number } {
  if (!content || content.length < 20) throw damaged('Its index does not say how long it is.');
  const data = view(content);
  const long = content[0] === 1;
  const timescale = data.getUint32(long ? 20 : 12);
  return { timescale, seconds: secondsAt(data, long ? 24 : 16, long, timescale) };
}

/** A length in units of a timescale; 0 where all of its bits are set, which says that it is not known. */
function secondsAt(data: DataView, at: number, long: boolean, timescale: number): number {
  const ticks = long ? data.getBigUint64(at) : BigInt(data.getUint32(at));
  const unknown = ticks === (long ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn);
  return unknown || timescale === 0 ? 0 : Number(ticks) / timescale;
}

async function countSamples(file: BoundedFile, trak: IndexNode): Promise<number> {
  const stbl = 'mdia/minf/stbl';
  const [sizes] = [...nodesAt(trak, `${stbl}/stsz`), ...nodesAt(trak, `${stbl}/stz2`)];
  if (!sizes) return 0;
  const { content } = sizes.box;
  return (await file.piece(content + 8, content + 12)).getUint32(0);
}

/** The place of the last piece is within the file, unless the file was cut off. */
async function checkReach(file: BoundedFile, trak: IndexNode): Promise<void> {
  const stbl = 'mdia/minf/stbl';
  const [places] = [...nodesAt(trak, `${stbl}/stco`), ...nodesAt(trak, `${stbl}/co64`)];
  if (!places) return;
  const { content, end, name } = places.box;
  const bytes = name === 'co64' ? 8 : 4;
  const count = (await file.piece(content + 4, content + 8)).getUint32(0);
  if (count === 0) return;
  const at = content + 8 + (count - 1) * bytes;
  if (at + bytes > end) throw damaged('Its index breaks off.');
  const last = await file.piece(at, at + bytes);
  const place = bytes === 8 ? Number(last.getBigUint64(0)) : last.getUint32(0);
  if (place >= file.length) {
    throw damaged('This video breaks off: its last pictures are missing.', 'Upload it again, whole.');
  }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
