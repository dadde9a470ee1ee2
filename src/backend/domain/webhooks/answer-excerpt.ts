import { WEBHOOK_ANSWER_KEPT_BYTES } from '../../../contract/webhooks/webhooks.js';

/** What must not be kept, whatever a receiver writes into its answer. */
const SECRETS: readonly (readonly [pattern: RegExp, replaced: string])[] = [
  [/postrider_api_[A-Za-z0-9_-]{4,}/g, 'postrider_api_[redacted]'],
  [/whsec_[A-Za-z0-9+/=]{8,}/g, 'whsec_[redacted]'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]'],
];

/** The beginning of a receiver's answer as it may be kept and shown. */
export function answerExcerpt(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, WEBHOOK_ANSWER_KEPT_BYTES));
  const safe = SECRETS.reduce((rest, [pattern, replaced]) => rest.replace(pattern, replaced), text);
  return safe.replaceAll(/[^\P{Cc}\n\t]/gu, '�');
}
