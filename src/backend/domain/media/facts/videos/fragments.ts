import type { BoundedFile } from '../bounded-file.js';
import { damaged } from '../media-refused.js';
import { type Box, boxesIn, findBox } from './boxes.js';
import { type IndexNode, nodesAt } from './movie-index.js';

/** One track’s part of a fragment. Times are in the timescale of the track. */
interface TrackFragment {
  readonly trackId: number;
  readonly start: number | null;
  readonly ticks: number;
  readonly counted: FragmentedTrack['counted'];
}

/** What the first and last fragments contain about a track. */
export interface FragmentedTrack {
  /** From its start to the end of its last fragment; null if the fragments have no times. */
  readonly ticks: number | null;
  /**
   * The number and duration of the samples in the fragments that were read, without the longest sample of each:
   * encoders stretch one sample to align the fragment with the sound.
   */
  readonly counted: { readonly samples: number; readonly ticks: number };
}

/** Tracks can have separate fragments that alternate, so several are read at each end. */
const FRAGMENTS_PER_END = 4;
/** The sample list of one fragment. A second of video takes a few hundred bytes. */
const MAX_RUN_BYTES = 262_144;

/**
 * Reads the first and last fragments of a file, because the index of a fragmented video does not contain durations.
 *
 * @param moov the index, with the defaults of all fragments
 * @returns the tracks by id
 */
export async function readFragments(
  file: BoundedFile,
  moov: IndexNode,
  moofs: readonly Box[],
): Promise<Map<number, FragmentedTrack>> {
  const defaults = defaultTicks(moov);
  const chosen = [...new Set([...moofs.slice(0, FRAGMENTS_PER_END), ...moofs.slice(-FRAGMENTS_PER_END)])];
  const tracks = new Map<number, FragmentedTrack & { from: number }>();
  for (const moof of chosen) {
    for (const { trackId, start, ticks, counted } of await readRuns(file, moof, defaults)) {
      const known = tracks.get(trackId);
      const from = known?.from ?? start ?? 0;
      tracks.set(trackId, {
        from,
        ticks: start === null ? null : Math.max(known?.ticks ?? 0, start + ticks - from),
        counted: sum(known?.counted ?? NOTHING, counted),
      });
    }
  }
  return tracks;
}

const NOTHING = { samples: 0, ticks: 0 };

const sum = (one: FragmentedTrack['counted'], other: FragmentedTrack['counted']) => ({
  samples: one.samples + other.samples,
  ticks: one.ticks + other.ticks,
});

/** The default sample durations by track id. */
function defaultTicks(moov: IndexNode): ReadonlyMap<number, number> {
  return new Map(
    nodesAt(moov, 'mvex/trex').flatMap(({ content }) => {
      if (!content || content.length < 16) return [];
      const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
      return [[view.getUint32(4), view.getUint32(12)]];
    }),
  );
}

async function readRuns(
  file: BoundedFile,
  moof: Box,
  defaults: ReadonlyMap<number, number>,
): Promise<TrackFragment[]> {
  const runs: TrackFragment[] = [];
  for await (const traf of boxesIn(file, moof.content, moof.end)) {
    if (traf.name !== 'traf') continue;
    const tfhd = await findBox(file, traf.content, traf.end, 'tfhd');
    if (!tfhd) throw damaged('A fragment does not name its track.');
    const { trackId, ticksEach } = await readHead(file, tfhd, defaults);
    let ticks = 0;
    let counted = NOTHING;
    let start: number | null = null;
    for await (const box of boxesIn(file, traf.content, traf.end)) {
      if (box.name === 'tfdt') start = await readStart(file, box);
      if (box.name !== 'trun') continue;
      const run = await readRun(file, box, ticksEach);
      ticks += run.ticks;
      counted = sum(counted, run.counted);
    }
    runs.push({ trackId, start, ticks, counted });
  }
  return runs;
}

/** Flags tell which fields are present. An offset (8 bytes) and an index (4 bytes) precede the duration. */
async function readHead(file: BoundedFile, tfhd: Box, defaults: ReadonlyMap<number, number>) {
  const head = await file.piece(tfhd.content, tfhd.content + 8);
  const flags = head.getUint32(0);
  const trackId = head.getUint32(4);
  if (!(flags & 0x08)) return { trackId, ticksEach: defaults.get(trackId) ?? 0 };
  const at = tfhd.content + 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0);
  return { trackId, ticksEach: (await file.piece(at, at + 4)).getUint32(0) };
}

async function readStart(file: BoundedFile, { content, end }: Box): Promise<number> {
  const long = (await file.piece(content, content + 4)).getUint8(0) === 1;
  const data = await file.piece(content + 4, Math.min(end, content + (long ? 12 : 8)));
  return long ? Number(data.getBigUint64(0)) : data.getUint32(0);
}

async function readRun(file: BoundedFile, { content, end }: Box, ticksEach: number) {
  const head = await file.piece(content, content + 8);
  const flags = head.getUint32(0);
  const samples = head.getUint32(4);
  const list = content + 8 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0);
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  if (list + samples * fields * 4 > end)
    throw damaged('The sample list of a fragment is longer than the fragment.');
  if (!(flags & 0x100)) {
    const ticks = samples * ticksEach;
    return { ticks, counted: { samples, ticks } };
  }
  if (end - list > MAX_RUN_BYTES) throw damaged('The sample list of a fragment is too long.');
  const data = await file.piece(list, end);
  let ticks = 0;
  let longest = 0;
  for (let index = 0; index < samples; index += 1) {
    const each = data.getUint32(index * fields * 4);
    ticks += each;
    longest = Math.max(longest, each);
  }
  return { ticks, counted: samples > 1 ? { samples: samples - 1, ticks: ticks - longest } : NOTHING };
}
