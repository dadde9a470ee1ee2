import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** A webhook receiver in a separate process, to be killed. Arguments: its port, and the file to record to. */
const [port = '0', file = ''] = process.argv.slice(2);

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { url, headers } = request;
    appendFileSync(file, `${JSON.stringify({ path: url, headers, body })}\n`);
    response.writeHead(204).end();
  });
}).listen(Number(port), '127.0.0.1');
