/**
 * Schedules many posts from a file of tab-separated lines: time, networks, text.
 *
 *     2026-12-24T09:00:00+01:00	bluesky,mastodon	We are open until noon.
 *
 * All lines are checked before the first post is made. Run it again after anything went wrong: what was
 * scheduled is not scheduled twice. With the key in POSTRIDER_API_KEY:
 *
 *     npx tsx examples/bulk-schedule.ts posts.tsv
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConflictError, PLATFORMS, PostriderClient, readClientEnv } from 'postrider';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file: npx tsx examples/bulk-schedule.ts posts.tsv');

const client = new PostriderClient({ ...readClientEnv(process.env), userAgent: 'bulk-schedule-example' });

const posts = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [scheduledAt = '', networks = '', text = ''] = line.split('\t');
    const platforms = PLATFORMS.filter((platform) => networks.split(',').includes(platform));
    // Derived from the line, so sending the same line again is safe.
    const idempotencyKey = createHash('sha256').update(line).digest('hex');
    return {
      idempotencyKey,
      line,
      post: { platforms, text, scheduledAt, scheduleMode: 'schedule' as const },
    };
  });

let faults = 0;
for (const { line, post } of posts) {
  const { ok, errors, targets, duplicateOf } = await client.posts.validate(post);
  if (ok || duplicateOf !== null) continue;
  faults += 1;
  console.error(line);
  for (const { message, fix } of [...errors, ...targets.flatMap((target) => target.errors)]) {
    console.error(`  ${message} ${fix ?? ''}`);
  }
}

if (faults > 0) {
  console.error(`Nothing was scheduled: ${faults} of ${posts.length} lines need to be fixed.`);
  process.exitCode = 1;
} else {
  for (const { idempotencyKey, line, post } of posts) {
    try {
      const { id, when } = await client.posts.create(post, { idempotencyKey });
      console.log(`${id} ${when?.local}`);
    } catch (error) {
      // A post with this text is already scheduled for this account.
      if (!(error instanceof ConflictError)) throw error;
      console.log(`${line}\n  ${error.message}`);
    }
  }
}

await client.close();
