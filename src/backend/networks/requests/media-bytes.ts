import type { Connection } from '../connection.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { Multipart, type WireRequest } from '../wire.js';
import { bearer } from './exchange.js';

/** All bytes of an image: a few megabytes, for networks that need the whole file in one request. */
export async function bytesOf(media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(media.open()).arrayBuffer());
}

export function isImage({ contentType }: OutgoingMedia): boolean {
  return contentType.startsWith('image/');
}

export function isVideo({ contentType }: OutgoingMedia): boolean {
  return contentType.startsWith('video/');
}

/** What the names of files end with, where a type is called otherwise. */
const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', quicktime: 'mov', 'x-m4v': 'm4v' };

/** `med_1.mp4`. Some servers know a file only by the end of its name: snac2 leaves a video without one out of the post. */
function fileNameOf({ key, contentType }: OutgoingMedia): string {
  const type = /^[a-z]+\/([a-z0-9-]+)/.exec(contentType)?.[1] ?? 'bin';
  return `${key}.${ENDINGS[type] ?? type}`;
}

/** A form with the medium as its file. */
export function formWith(
  field: string,
  media: OutgoingMedia,
  fields: Readonly<Record<string, string>> = {},
): Multipart {
  const { contentType, bytes } = media;
  const name = fileNameOf(media);
  return new Multipart(fields, { field, name, contentType, bytes, open: () => media.open() });
}

/** A byte range of a medium. */
export interface Bounds {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A chunk of a medium that is uploaded in several requests. */
export interface Chunk extends Bounds {
  /** Zero-based. */
  readonly index: number;
  readonly isLast: boolean;
}

/** A request that sends one byte range to an open upload. */
export function rangeRequest(
  connection: Connection,
  media: OutgoingMedia,
  path: string,
  { start, end }: Bounds,
): WireRequest {
  return {
    method: 'PUT',
    path,
    headers: {
      ...bearer(connection),
      'content-type': media.contentType,
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${media.bytes}`,
    },
    body: media.open({ start, end }),
  };
}

/** Splits a file into chunks of `size` bytes; the last one has the remainder. */
export function chunksOf(total: number, size: number): readonly Chunk[] {
  const count = Math.max(1, Math.ceil(total / size));
  return Array.from({ length: count }, (_, index) => ({
    index,
    start: index * size,
    end: Math.min(total, (index + 1) * size),
    isLast: index === count - 1,
  }));
}
