import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

/** The minimum for sending a file: pipes it from disk. */
const file = process.argv[2] ?? '';

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': statSync(file).size });
  createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
