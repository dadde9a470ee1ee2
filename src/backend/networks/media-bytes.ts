import type { Connection, OutgoingMedia } from './adapter.js';
import { bearer } from './exchange.js';
import { Multipart, type WireRequest } from './wire.js';

/** All bytes of an image, for networks that take a file whole: a few megabytes. */
export async function bytesOf(media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(media.open()).arrayBuffer());
}

export function isImage({ contentType }: OutgoingMedia): boolean {
  return contentType.startsWith('image/');
}

export function isVideo({ contentType }: OutgoingMedia): boolean {
  return contentType.startsWith('video/');
}

/** A form that carries a medium as a file. */
export function formWith(
  field: string,
  media: OutgoingMedia,
  fields: Readonly<Record<string, string>> = {},
): Multipart {
  const { key, contentType, bytes } = media;
  return new Multipart(fields, { field, name: key, contentType, bytes, open: () => media.open() });
}

/** Where a piece of a medium begins and ends, in bytes. */
export interface Bounds {
  readonly start: number;
  /** Not included. */
  readonly end: number;
}

/** A part of a medium that is uploaded piece by piece. */
export interface Chunk extends Bounds {
  /** From 0. */
  readonly index: number;
  readonly isLast: boolean;
}

/** Sends one piece to an upload that is open, and says which it is. */
export function pieceRequest(
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

/** The pieces of so many bytes each; the last one has what is left. */
export function chunksOf(total: number, size: number): readonly Chunk[] {
  const count = Math.max(1, Math.ceil(total / size));
  return Array.from({ length: count }, (_, index) => ({
    index,
    start: index * size,
    end: Math.min(total, (index + 1) * size),
    isLast: index === count - 1,
  }));
}
