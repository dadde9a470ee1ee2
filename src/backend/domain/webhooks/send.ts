import { WEBHOOK_ANSWER_KEPT_BYTES, WEBHOOK_TIMEOUT_SECONDS } from '../../../contract/webhooks/webhooks.js';
import { type FetchingWorkspace, type FetchPolicy, fetchFor } from '../../fetching/fetch-policy.js';

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Only webhooks of a sandbox may reach allowed origins on this machine. */
  readonly workspace: FetchingWorkspace;
  readonly signal: AbortSignal;
}

export interface WebhookAnswer {
  readonly status: number;
  /** The beginning of the body, with secrets redacted. */
  readonly excerpt: string;
  readonly retryAfter: string | undefined;
}

/** Sends one message. Follows no redirects, and throws where no answer comes. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>;

/** The most bytes to read of an answer: a short compressed answer may be long. */
const MAX_READ_BYTES = 64 * 1024;

/** Sends over the network, with the guards for URLs that somebody else wrote. */
export function sendGuarded(policy: FetchPolicy): SendWebhook {
  return (request) => send(request, policy);
}

async function send(
  { url, headers, body, workspace, signal }: WebhookRequest,
  policy: FetchPolicy,
): Promise<WebhookAnswer> {
  const answer = await fetchFor(
    policy,
    workspace,
    'webhook',
  )(url, {
    method: 'POST',
    headers,
    body,
    redirects: 0,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxDecompressedBytes: MAX_READ_BYTES,
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
    // The status says whether the message was accepted; a body that breaks off does not change that.
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

/** What must not be stored, whatever a receiver writes into its answer. */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/postrider_(api|access|refresh|code|client)_[A-Za-z0-9_-]{4,}/g, 'postrider_$1_[redacted]'],
  [/whsec_[A-Za-z0-9+/=]{8,}/g, 'whsec_[redacted]'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]'],
];

/** The beginning of a receiver's answer as it may be stored and shown. */
function answerExcerpt(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, WEBHOOK_ANSWER_KEPT_BYTES));
  const safe = SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
  return safe.replaceAll(/[^\P{Cc}\n\t]/gu, '�');
}
