/**
 * Receives events, and believes none whose signature is not right. Run it, then have it told of posts:
 *
 *     postrider dev --allow-fetch-origin http://127.0.0.1:8484
 *     postrider webhooks create --url http://127.0.0.1:8484/postrider --events post.published,post.failed
 *     WEBHOOK_SECRET=whsec_… npx tsx examples/webhook-receiver.ts
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WebhookPayload } from 'postrider';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

// The secret is shown once, when the webhook is created.
const webhook = new Webhook(process.env['WEBHOOK_SECRET'] ?? '');

/** Ids of events that were dealt with: one that was not answered in time is sent again. Keep them with your data. */
const dealtWith = new Set<string>();

const server = createServer(async (request, response) => {
  // The signature covers the raw bytes: verify before parsing.
  const body = await text(request);
  let event: WebhookPayload;
  try {
    event = webhook.verify(body, headersOf(request.headers)) as WebhookPayload;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.writeHead(401).end('The signature is not right.');
    return;
  }
  if (!dealtWith.has(event.id)) {
    dealtWith.add(event.id);
    dealWith(event);
  }
  // Respond immediately and process the event afterwards: without a response, it is sent again.
  response.writeHead(204).end();
});

function dealWith(event: WebhookPayload): void {
  if (event.type === 'post.published') console.log(`${event.data.postId} is out`);
  else if (event.type === 'post.failed') console.log(`${event.data.postId} failed: look at its targets`);
  else console.log(`${event.type} ${event.id}`);
}

function headersOf(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

server.listen(Number(process.env['PORT'] ?? 8484), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  console.log(`Listening on http://127.0.0.1:${port}`);
});
