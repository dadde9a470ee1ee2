import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { RunningBackend } from '../src/backend/app/running-backend.js';
import { startBackend } from '../src/backend/app/start.js';
import { systemClock } from '../src/backend/base/clock.js';
import { randomIds } from '../src/backend/base/ids.js';
import { silentLog } from '../src/backend/base/log.js';
import { createApiKey } from '../src/backend/domain/access/api-keys.js';
import { type Figure, median } from './figures.js';

const SHORT = 100;
const LONG = 1_000_000;
const RUNS = 301;

/** Reads the newest page of a long and a short conversation over HTTP. */
export async function inbox(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const backend = await startBackend({
    dataFolder: folder,
    port: 0,
    demo: true,
    demoVisitors: false,
    requestsPerMinute: 1_000_000,
    log: silentLog,
  });
  try {
    const { store } = backend.services;
    const workspace = await store.db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
    const making = { clock: systemClock, ids: randomIds };
    const { text: key } = await createApiKey(store, workspace, { label: 'bench', scopes: 'full' }, making);
    await fill(backend, 'conv_short', SHORT);
    await fill(backend, 'conv_long', LONG);
    const read = (conversationId: string) => page(backend.url, key, conversationId);
    // They alternate, so that other load on the machine affects both.
    const short: number[] = [];
    const long: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      short.push(await read('conv_short'));
      long.push(await read('conv_long'));
    }
    return [
      {
        name: `newest page of a conversation with ${LONG.toLocaleString('en')} messages`,
        value: median(long),
        unit: 'ms',
        yardstick: { name: `ms with ${SHORT} messages`, value: median(short) },
        budget: { atMost: 2 },
      },
    ];
  } finally {
    await backend.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function page(url: string, key: string, conversationId: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/v1/messages?conversationId=${conversationId}&limit=20`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body: unknown = await response.json();
  const took = performance.now() - begun;
  if (!response.ok) throw new Error(JSON.stringify(body));
  return took;
}

async function fill({ services }: RunningBackend, id: string, count: number): Promise<void> {
  const { store } = services;
  const account = await store.db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', 'instagram')
    .executeTakeFirstOrThrow();
  const first = Date.now() - count * 1000;
  await store.write(async (trx) => {
    await sql`insert into conversations (id, workspace_id, account_id, platform, participant_id,
        participant_handle, participant_name, last_message_at, awaiting, unread, created_at)
      values (${id}, ${account.workspace_id}, ${account.id}, 'instagram', ${id}, 'mia', 'Mia', ${first}, 0, 0,
        ${first})`.execute(trx);
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into messages (id, workspace_id, conversation_id, account_id, network_message_id, direction,
          text, media_json, created_at)
        select ${id} || n, ${account.workspace_id}, ${id}, ${account.id}, ${id} || n, 'inbound',
          'Message ' || n, '[]', ${first} + n * 1000 from numbers`.execute(trx);
  });
}
