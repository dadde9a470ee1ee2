import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The minimum for receiving a file: pipes it to disk and syncs it before the response. */
const folder = process.argv[2] ?? '.';

const server = createServer(async (request, response) => {
  const path = join(folder, 'bare.bin');
  await pipeline(request, createWriteStream(path));
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  response.end('{}');
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
