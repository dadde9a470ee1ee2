import type { OutgoingMedia } from './adapter.js';

/** All bytes of a medium, for networks that take a file whole: images only, a few megabytes. */
export async function bytesOf(media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(media.open()).arrayBuffer());
}

export function isImage({ contentType }: OutgoingMedia): boolean {
  return contentType.startsWith('image/');
}

export function isVideo({ contentType }: OutgoingMedia): boolean {
  return contentType.startsWith('video/');
}
