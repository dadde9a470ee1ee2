import { type BoundedFile, bytesOf } from '../bounded-file.js';
import { damaged } from '../media-refused.js';
import { type Box, boxesIn } from './boxes.js';

/** A box of the index, with its relevant child boxes or its content. */
export interface IndexNode {
  readonly box: Box;
  readonly children: readonly IndexNode[];
  /** The content of a leaf; null for a list that grows with the video, which is never read completely. */
  readonly content: Uint8Array | null;
}

/** The boxes to read, and which of their children. All others are skipped. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak', 'mvex'],
  mvex: ['trex'],
  trak: ['tkhd', 'mdia'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['stbl'],
  stbl: ['stsd', 'stsz', 'stz2', 'stco', 'co64'],
};
const LISTS = ['stsz', 'stz2', 'stco', 'co64'];

/** Track descriptions have a few hundred bytes, rarely a few thousand. */
const MAX_LEAF_BYTES = 65_536;
/** Phones write up to ten tracks. */
const MAX_TRACKS = 40;

/**
 * Reads what the index of an MP4 or MOV contains about the whole video, without its lists of samples.
 *
 * @throws MediaRefused
 */
export async function readIndex(file: BoundedFile, moov: Box): Promise<IndexNode> {
  const children: IndexNode[] = [];
  let tracks = 0;
  for await (const box of boxesIn(file, moov.content, moov.end)) {
    if (!KEPT[moov.name]?.includes(box.name)) continue;
    if (box.claimedEnd > moov.end)
      throw damaged(`A part of its index (${box.name}) is longer than the index.`);
    if (box.name === 'trak' && ++tracks > MAX_TRACKS) throw damaged(`It has more than ${MAX_TRACKS} tracks.`);
    children.push(KEPT[box.name] ? await readIndex(file, box) : await readLeaf(file, box));
  }
  return { box: moov, children, content: null };
}

async function readLeaf(file: BoundedFile, box: Box): Promise<IndexNode> {
  if (LISTS.includes(box.name)) return { box, children: [], content: null };
  if (box.end - box.content > MAX_LEAF_BYTES) {
    throw damaged(`A part of its index (${box.name}) is too long.`);
  }
  return { box, children: [], content: bytesOf(await file.piece(box.content, box.end)).slice() };
}

/** The boxes at a path, such as `mdia/minf/stbl`. */
export function nodesAt(node: IndexNode, path: string): IndexNode[] {
  return path
    .split('/')
    .reduce(
      (nodes: IndexNode[], name) =>
        nodes.flatMap(({ children }) => children.filter((one) => one.box.name === name)),
      [node],
    );
}

/** Writes the index with only the boxes that were read: a few hundred bytes per track. */
export function serialize({ box, children, content }: IndexNode): Uint8Array {
  if (content === null && children.length === 0) return new Uint8Array();
  const inner = content ?? Buffer.concat(children.map(serialize));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + inner.length);
  head.write(box.name, 4, 'latin1');
  return Buffer.concat([head, inner]);
}
