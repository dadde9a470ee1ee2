import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { formFiles } from './form-files.js';

it('a form that ends within a file is malformed, whatever the parser says', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
  const bytes = Readable.from([Buffer.from(part)]);
  const read = async (): Promise<number> => {
    let length = 0;
    for await (const file of formFiles('multipart/form-data; boundary=x', bytes, 1_000)) {
      for await (const chunk of file.bytes) length += chunk.length;
    }
    return length;
  };
  await expect(read()).rejects.toMatchObject({ code: 'malformed_request' });
});
