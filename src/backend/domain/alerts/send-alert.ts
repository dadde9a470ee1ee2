import { retryAfterMs } from '../../../base/retry-after.js';
import type { AlertKind } from '../../../contract/alerts/alerts.js';
import type { MailSettings } from '../../mail/mailer.js';
import { mailer } from '../../mail/mailer.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { SendWebhook } from '../webhooks/send.js';
import type { AlertOutcome } from './alert-jobs.js';
import type { AlertMessage } from './alert-message.js';
import { plainText } from './plain-text.js';
import { asDiscord, asMail, asSlack } from './render-alert.js';

export interface AlertTransport {
  /** Null: this backend sends no mail. */
  readonly mail: MailSettings | null;
  /** Sends to addresses that somebody else wrote. */
  readonly send: SendWebhook;
}

export interface OutgoingAlert {
  readonly kind: AlertKind;
  readonly address: string;
  /** The same for every attempt. */
  readonly id: string;
  readonly workspace: WorkspaceRow;
  readonly message: AlertMessage;
  /** Epoch milliseconds. */
  readonly systemNow: number;
}

export const NO_MAIL =
  'This backend sends no mail: set POSTRIDER_SMTP_URL and POSTRIDER_MAIL_FROM where it runs.';

/** A chat that asks for a longer pause is asked again after this one, in milliseconds. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;

const MAX_ERROR_LENGTH = 200;

/** Sends an alert once. It never throws: an error is the outcome. */
export async function sendAlert(
  { mail, send }: AlertTransport,
  alert: OutgoingAlert,
  signal: AbortSignal,
): Promise<AlertOutcome> {
  const { kind, address, id, workspace, message, systemNow } = alert;
  try {
    if (kind === 'email') {
      if (mail === null) return { error: NO_MAIL };
      await mailer(mail)({ ...asMail(message), to: address, messageId: `<${id}@postrider.invalid>` });
      return { error: null };
    }
    const answer = await send({
      url: address,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(kind === 'slack' ? asSlack(message) : asDiscord(message)),
      workspace,
      signal,
    });
    if (answer.status >= 200 && answer.status < 300) return { error: null };
    const pause = retryAfterMs(answer.retryAfter, systemNow);
    return {
      error: `The chat answered with status ${answer.status}.`,
      retryAfterMs: pause === null ? null : Math.min(pause, MAX_PAUSE_MS),
    };
  } catch (error) {
    return { error: withoutAddress(error instanceof Error ? error.message : String(error), address) };
  }
}

/** The URL of a chat is a secret, and an error may repeat it. */
function withoutAddress(text: string, address: string): string {
  return plainText(text.replaceAll(address, '[address]'), MAX_ERROR_LENGTH);
}
