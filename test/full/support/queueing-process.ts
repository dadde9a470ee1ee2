import { startBackend } from '../../../src/backend/app/start.js';
import { silentLog } from '../../../src/backend/base/log.js';
import { TEST_KEY } from '../../support/secret-key.js';

/**
 * A backend on a shared data folder that queues posts: prints `ready`, waits for a line, and prints where each post
 * was queued.
 */
const [dataFolder = '', key = '', accountId = '', name = '', count = '0'] = process.argv.slice(2);

const backend = await startBackend({
  dataFolder,
  databaseUrl: process.env['DATABASE_URL'],
  exclusive: false,
  secretKey: TEST_KEY,
  port: 0,
  log: silentLog,
  requestsPerMinute: 100_000,
});
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));

const answers = await Promise.all(Array.from({ length: Number(count) }, (_, index) => queued(index)));
process.stdout.write(`${JSON.stringify(answers)}\n`);
await backend.close();
process.exit(0);

/** Retries with the same key while the database is busy, as clients do. */
async function queued(index: number): Promise<{ status: number; body: unknown }> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${backend.url}/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `${name}-${index}`,
      },
      body: JSON.stringify({
        accountIds: [accountId],
        text: `Post ${index} of process ${name}`,
        scheduleMode: 'queue',
      }),
    });
    const answer = { status: response.status, body: await response.json() };
    if (answer.status !== 503 || tries === 5) return answer;
  }
}
