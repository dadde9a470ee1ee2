import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** What is signed. */
export interface SignedMessage {
  /** The same for every attempt. */
  readonly id: string;
  /** The time of this attempt, in system time: receivers compare it with their own clocks. Epoch milliseconds. */
  readonly at: number;
  readonly body: string;
}

/** The headers of a JSON message as Standard Webhooks specifies them, with one signature for each secret. */
export function signedHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The headers without their signatures, which prove to a receiver that a message is genuine. */
export function withoutSignatures(headers: Readonly<Record<string, string>>): Record<string, string> {
  const signatures = headers['webhook-signature'] ?? '';
  return { ...headers, 'webhook-signature': signatures.replaceAll(/v1,\S+/g, 'v1,[redacted]') };
}
