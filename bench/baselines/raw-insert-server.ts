import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'libsql';

/** The yardstick for creating posts: bare `node:http`, JSON in and out, one durable insert. */
const [folder = '.'] = process.argv.slice(2);
const database = new Database(join(folder, 'raw.db'));
database.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table posts (id integer primary key, body text)',
);
const insert = database.prepare('insert into posts (body) values (?)');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const { lastInsertRowid } = insert.run(JSON.stringify(body));
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: Number(lastInsertRowid) }));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object')
    console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
});
process.on('SIGTERM', () => process.exit(0));
