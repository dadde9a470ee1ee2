import { createInterface } from 'node:readline';
import { Pool } from 'undici';

/*
 * The minimum that a stdio server does for a tool with one API call: it reads a line, makes the call, and writes the
 * response as a line. It does not validate, format or cache anything.
 */
const { BARE_URL, BARE_PATH, BARE_KEY } = process.env;
const pool = new Pool(BARE_URL ?? '', { connections: 1 });
const headers = { authorization: `Bearer ${BARE_KEY}` };

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === 'tools/call' ? await called() : {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});

async function called() {
  const { body } = await pool.request({ path: BARE_PATH ?? '', method: 'GET', headers });
  return { content: [{ type: 'text', text: JSON.stringify(await body.json()) }] };
}
