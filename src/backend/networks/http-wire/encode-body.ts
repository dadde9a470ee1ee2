import { Multipart, type WireRequest } from '../wire.js';
import { multipartBody } from './multipart-body.js';
import type { OutgoingBody } from './outgoing-body.js';

/** Bytes that are handed to the connection at a time. */
const PIECE = 64 * 1024;

/** @returns null where the request has no body */
export function encodeBody({ method, headers, body }: WireRequest): OutgoingBody | null {
  if (body === undefined) return method === 'GET' ? null : bytesBody(new Uint8Array(), null);
  if (body instanceof Multipart) return multipartBody(body);
  if (body instanceof URLSearchParams) {
    return bytesBody(Buffer.from(body.toString()), 'application/x-www-form-urlencoded');
  }
  if (body instanceof Uint8Array) return bytesBody(body, 'application/octet-stream');
  if (body instanceof ReadableStream) return streamBody(body, headers['content-length']);
  return bytesBody(Buffer.from(JSON.stringify(body)), 'application/json');
}

function bytesBody(bytes: Uint8Array, contentType: string | null): OutgoingBody {
  return {
    contentType,
    bytes: bytes.length,
    canRepeat: true,
    *open() {
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
  };
}

function streamBody(stream: ReadableStream<Uint8Array>, length: string | undefined): OutgoingBody {
  if (length === undefined || !/^\d+$/.test(length)) {
    throw new TypeError('A streamed body needs a content-length header.');
  }
  return {
    contentType: 'application/octet-stream',
    bytes: Number(length),
    canRepeat: false,
    open: () => stream,
  };
}
