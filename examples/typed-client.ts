/**
 * The typed client: which channels there are, whether a text fits, a draft, a scheduled post, and what is
 * planned. Run it beside `postrider dev`, with the key in POSTRIDER_API_KEY:
 *
 *     npx tsx examples/typed-client.ts
 */
import { OutcomeUnknownError, PostriderClient, readClientEnv, ValidationError } from 'postrider';

const client = new PostriderClient({ ...readClientEnv(process.env), userAgent: 'typed-client-example' });

for await (const account of client.accounts.list()) {
  console.log(`${account.platform.padEnd(10)} ${account.handle} (${account.health.status})`);
}

const text = 'We are open on Sunday, from nine to six.';

const check = await client.posts.validate({ platforms: ['bluesky', 'mastodon'], text });
for (const { handle, counts, errors } of check.targets) {
  const room = counts.map(({ field, room, unit }) => `${field}: ${room} ${unit} left`).join(', ');
  console.log(errors.length === 0 ? `${handle}: fits (${room})` : `${handle}: ${errors[0]?.message}`);
}

const draft = await client.posts.create({ platform: 'linkedin', text, scheduleMode: 'draft' });
console.log(`Draft ${draft.id}, to be looked at on ${draft.reviewUrl}`);

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
try {
  const { data: post, meta } = await client.posts
    .create({ platforms: ['bluesky', 'mastodon'], text, scheduleMode: 'schedule', scheduledAt: inAnHour })
    .withMeta();
  console.log(`${post.id} is due ${post.when?.local} (${post.when?.relative}), request ${meta.requestId}`);
} catch (error) {
  if (error instanceof ValidationError) {
    for (const { message, fix } of error.errors) console.error(message, fix ?? '');
  } else if (error instanceof OutcomeUnknownError) {
    console.error(`Not known whether it was created: repeat the call with ${error.idempotencyKey}`);
  } else {
    throw error;
  }
}

for await (const post of client.posts.list({ status: ['scheduled', 'draft'] })) {
  console.log(`${post.status.padEnd(10)} ${post.when?.local ?? 'no time yet'}  ${post.text}`);
}

await client.close();
