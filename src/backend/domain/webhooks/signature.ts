import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** What is signed: an id that stays the same with every attempt, when this attempt is made, and the body. */
export interface SignedMessage {
  readonly id: string;
  /** System time, epoch milliseconds: receivers hold it against their own clocks. */
  readonly at: number;
  readonly body: string;
}

/** The headers of a message by the Standard Webhooks specification, with one signature for each secret. */
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
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
