import { type Box, boxesIn, findBox } from './boxes.js';
import { damaged } from './media-refused.js';
import { type IndexNode, nodesAt } from './movie-index.js';
import type { BoundedFile } from './random-access.js';

/** What one fragment holds of one track. Times are in the track's own units. */
interface Run {
  readonly trackId: number;
  readonly start: number | null;
  readonly ticks: number;
  readonly seen: FragmentedTrack['seen'];
}

/** A fragmented track as its first and last fragments tell it. */
export interface FragmentedTrack {
  /** From its beginning to the end of its last fragment; null where the fragments carry no times. */
  readonly ticks: number | null;
  /**
   * Samples in the fragments that were read, and how long they last. The longest of each fragment is left out:
   * programs draw out one sample to make the fragment begin or end with the sound.
   */
  readonly seen: { readonly samples: number; readonly ticks: number };
}

/** Tracks may have fragments of their own in turn, so more than one is read at either end. */
const AT_EITHER_END = 4;
/** One fragment's list of times; a second of video takes some hundred bytes. */
const MAX_RUN_BYTES = 262_144;

/**
 * Reads the first and last fragments of a file: what the index of a fragmented video leaves open.
 *
 * @param moov the index, with what it says for all fragments
 * @returns by track id
 */
export async function readFragments(
  file: BoundedFile,
  moov: IndexNode,
  moofs: readonly Box[],
): Promise<Map<number, FragmentedTrack>> {
  const defaults = defaultTicks(moov);
  const chosen = [...new Set([...moofs.slice(0, AT_EITHER_END), ...moofs.slice(-AT_EITHER_END)])];
  const tracks = new Map<number, FragmentedTrack & { from: number }>();
  for (const moof of chosen) {
    for (const { trackId, start, ticks, seen } of await readRuns(file, moof, defaults)) {
      const known = tracks.get(trackId);
      const from = known?.from ?? start ?? 0;
      tracks.set(trackId, {
        from,
        ticks: start === null ? null : Math.max(known?.ticks ?? 0, start + ticks - from),
        seen: sum(known?.seen ?? NOTHING, seen),
      });
    }
  }
  return tracks;
}

const NOTHING = { samples: 0, ticks: 0 };

const sum = (one: FragmentedTrack['seen'], other: FragmentedTrack['seen']) => ({
  samples: one.samples + other.samples,
  ticks: one.ticks + other.ticks,
});

/** How long a sample lasts where its fragment does not say it. */
function defaultTicks(moov: IndexNode): ReadonlyMap<number, number> {
  return new Map(
    nodesAt(moov, 'mvex/trex').flatMap(({ content }) => {
      if (!content || content.length < 16) return [];
      const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
      return [[view.getUint32(4), view.getUint32(12)]];
    }),
  );
}

async function readRuns(file: BoundedFile, moof: Box, defaults: ReadonlyMap<number, number>): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const traf of boxesIn(file, moof.content, moof.end)) {
    if (traf.name !== 'traf') continue;
    const tfhd = await findBox(file, traf.content, traf.end, 'tfhd');
    if (!tfhd) throw damaged('A fragment does not say which track it belongs to.');
    const { trackId, ticksEach } = await readHead(file, tfhd, defaults);
    let ticks = 0;
    let seen = NOTHING;
    let start: number | null = null;
    for await (const box of boxesIn(file, traf.content, traf.end)) {
      if (box.name === 'tfdt') start = await readStart(file, box);
      if (box.name !== 'trun') continue;
      const run = await readRun(file, box, ticksEach);
      ticks += run.ticks;
      seen = sum(seen, run.seen);
    }
    runs.push({ trackId, start, ticks, seen });
  }
  return runs;
}

/** Flags say which fields there are; the duration stands behind a place (8 bytes) and an index (4). */
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
  if (list + samples * fields * 4 > end) throw damaged('The list of a fragment is longer than the fragment.');
  if (!(flags & 0x100)) {
    const ticks = samples * ticksEach;
    return { ticks, seen: { samples, ticks } };
  }
  if (end - list > MAX_RUN_BYTES) throw damaged('The list of a fragment is far too long.');
  const data = await file.piece(list, end);
  let ticks = 0;
  let most = 0;
  for (let index = 0; index < samples; index += 1) {
    const each = data.getUint32(index * fields * 4);
    ticks += each;
    most = Math.max(most, each);
  }
  return { ticks, seen: samples > 1 ? { samples: samples - 1, ticks: ticks - most } : NOTHING };
}
