import type { BoundedFile } from '../bounded-file.js';
import { damaged } from '../media-refused.js';
import { type IndexNode, nodesAt } from './movie-index.js';

/** The times of one track, as the index gives them. */
export interface TrackTimes {
  readonly id: number;
  /** Time units per second. */
  readonly timescale: number;
  /** The duration of its samples. */
  readonly seconds: number;
  /** The presented duration, if the index trims the track; 0 if it is not given. */
  readonly shownSeconds: number;
  /** The number of samples in the index, without those in fragments. */
  readonly samples: number;
}

/** The duration of the whole video in seconds; null if the index does not contain it. */
export function movieSeconds(moov: IndexNode): number | null {
  const header = readMovieTimes(moov);
  return header && header.seconds > 0 ? header.seconds : null;
}

function readMovieTimes(moov: IndexNode) {
  const [mvhd] = nodesAt(moov, 'mvhd');
  return mvhd && readTimes(mvhd);
}

/**
 * Reads the times of every track, and checks that the file contains all samples of the index.
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
    await checkComplete(file, trak);
  }
  return tracks;
}

/** Movie and media headers start with the same fields: version, two dates, timescale, duration. */
function readTimes({ content }: IndexNode): { timescale: number; seconds: number } {
  if (!content || content.length < 20) throw damaged('Its index does not contain its duration.');
  const data = view(content);
  const long = content[0] === 1;
  const timescale = data.getUint32(long ? 20 : 12);
  return { timescale, seconds: secondsAt(data, long ? 24 : 16, long, timescale) };
}

/** Converts time units to seconds; 0 if all bits are set, which means unknown. */
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

/** In an incomplete file, the offset of the last chunk is past the end. */
async function checkComplete(file: BoundedFile, trak: IndexNode): Promise<void> {
  const stbl = 'mdia/minf/stbl';
  const [offsets] = [...nodesAt(trak, `${stbl}/stco`), ...nodesAt(trak, `${stbl}/co64`)];
  if (!offsets) return;
  const { content, end, name } = offsets.box;
  const bytes = name === 'co64' ? 8 : 4;
  const count = (await file.piece(content + 4, content + 8)).getUint32(0);
  if (count === 0) return;
  const at = content + 8 + (count - 1) * bytes;
  if (at + bytes > end) throw damaged('Its index ends too early.');
  const last = await file.piece(at, at + bytes);
  const offset = bytes === 8 ? Number(last.getBigUint64(0)) : last.getUint32(0);
  if (offset >= file.length) {
    throw damaged('This video ends too early: its last frames are missing.', 'Upload the complete file.');
  }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
