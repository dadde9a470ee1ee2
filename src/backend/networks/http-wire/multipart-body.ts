import { randomBytes } from 'node:crypto';
import type { Multipart } from '../wire.js';
import type { OutgoingBody } from './outgoing-body.js';

const NEW_LINE = '\r\n';

/** A form with one file, as `multipart/form-data` (RFC 7578). Its length is known before the file is read. */
export function multipartBody({ fields, file }: Multipart): OutgoingBody {
  const boundary = `postrider-${randomBytes(18).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `${opening(boundary, `name="${quoted(name)}"`)}${NEW_LINE}${value}${NEW_LINE}`,
  );
  const about = `name="${quoted(file.field)}"; filename="${quoted(file.name)}"`;
  const head = Buffer.from(
    `${parts.join('')}${opening(boundary, about)}content-type: ${file.contentType}${NEW_LINE}${NEW_LINE}`,
  );
  const tail = Buffer.from(`${NEW_LINE}--${boundary}--${NEW_LINE}`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + file.bytes + tail.length,
    canRepeat: true,
    async *open() {
      yield head;
      let sent = 0;
      for await (const chunk of file.open()) {
        sent += chunk.length;
        if (sent > file.bytes) break;
        yield chunk;
      }
      // With another number of bytes, the rest of the form would not be where its length says.
      if (sent !== file.bytes) throw new Error(`${file.name} does not have ${file.bytes} bytes.`);
      yield tail;
    },
  };
}

function opening(boundary: string, about: string): string {
  return `--${boundary}${NEW_LINE}content-disposition: form-data; ${about}${NEW_LINE}`;
}

/** As browsers write names (WHATWG HTML, multipart/form-data encoding). */
function quoted(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
