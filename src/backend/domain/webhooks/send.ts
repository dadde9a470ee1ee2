import { WEBHOOK_ANSWER_KEPT_BYTES, WEBHOOK_TIMEOUT_SECONDS } from '../../../contract/webhooks/webhooks.js';
import { type FetchPolicy, fetchFor } from '../../fetching/fetch-policy.js';
import { answerExcerpt } from './answer-excerpt.js';

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Only a sandbox's webhooks may reach this machine, where its origins were allowed. */
  readonly workspace: { readonly sandbox: 0 | 1 };
  readonly signal: AbortSignal;
}

export interface WebhookAnswer {
  readonly status: number;
  /** Its beginning, secrets struck out. */
  readonly excerpt: string;
  readonly retryAfter: string | undefined;
}

/** Sends one message. It follows no redirect, and throws where no answer came. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>;

/** What is read of an answer at all, in bytes: compressed ones may be short and yet long. */
const READ_MAX = 64 * 1024;

/** Over the network, under the guards for addresses that somebody else wrote. */
export function sendGuarded(policy: FetchPolicy): SendWebhook {
  return (request) => send(request, policy);
}

async function send(
  { url, headers, body, workspace, signal }: WebhookRequest,
  policy: FetchPolicy,
): Promise<WebhookAnswer> {
  const answer = await fetchFor(policy, workspace)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
    redirects: 0,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxDecompressedBytes: READ_MAX,
    deadlineMs: WEBHOOK_TIMEOUT_SECONDS * 1000,
    idleMs: WEBHOOK_TIMEOUT_SECONDS * 1000,
    signal,
  });
  const kept: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      kept.push(chunk);
      bytes += chunk.length;
      if (bytes >= WEBHOOK_ANSWER_KEPT_BYTES) break;
    }
  } catch (error) {
    // The status says whether the message was taken; a body that breaks off does not change that.
    if (signal.aborted) throw error;
  } finally {
    answer.discard();
  }
  return {
    status: answer.status,
    excerpt: answerExcerpt(Buffer.concat(kept)),
    retryAfter: answer.headers['retry-after'],
  };
}
