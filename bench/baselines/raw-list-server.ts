import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'libsql';

/** The yardstick for lists: bare `node:http`, the rows of a page and of its targets, and JSON out. */
const [folder = '.', page = '20'] = process.argv.slice(2);
const database = new Database(join(folder, 'postrider.db'));
const { workspace_id: workspace } = database.prepare('select workspace_id from posts limit 1').get() as {
  readonly workspace_id: string;
};
const posts = database.prepare(
  'select * from posts where workspace_id = ? order by effective_at desc, id desc limit ?',
);
const targets = database.prepare(
  'select * from targets where post_id in (select value from json_each(?)) order by position',
);

const server = createServer((_request, response) => {
  const rows = posts.all(workspace, Number(page)) as readonly { readonly id: string }[];
  const of = targets.all(JSON.stringify(rows.map(({ id }) => id)));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ posts: rows, targets: of }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object')
    console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
});
process.on('SIGTERM', () => process.exit(0));
