import type { Origins } from '../../fetching/url-rules.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { WorkspaceRow } from '../../store/schema.js';

/** How a sandbox can reach a receiver on this machine. */
export const LOCAL_RECEIVER_HINT =
  'To reach a receiver on this machine, start the backend with --allow-fetch-origin and the receiver’s origin.';

const FORWARD_HINT =
  'To reach a receiver on this machine, start the backend with --allow-fetch-origin and the receiver’s origin, or forward events to it with "postrider listen --forward-to".';

/**
 * Refuses a URL to which nothing would ever be sent. The host's IP addresses are checked again with every attempt.
 *
 * @param allowedOrigins origins on this machine that webhooks of a sandbox may reach
 * @param localHint how a sandbox can reach a receiver on this machine, for the refusal
 * @throws RequestRefused
 */
export async function checkWebhookUrl(
  webhookUrl: string,
  workspace: WorkspaceRow,
  allowedOrigins: Origins,
  localHint: string = FORWARD_HINT,
): Promise<void> {
  const { checkForm, checkUrl, readUrl } = await import('../../fetching/url-rules.js');
  const { checkLiteral } = await import('../../fetching/checked-addresses.js');
  const { FetchFailure } = await import('../../fetching/fetch-failure.js');
  try {
    const url = readUrl(webhookUrl);
    if (workspace.sandbox === 1 && allowedOrigins.has(url.origin)) {
      checkForm(url);
      return;
    }
    checkUrl(url);
    checkLiteral(url);
    if (url.protocol === 'https:') return;
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const local = workspace.sandbox === 1 ? ` ${localHint}` : '';
    throw refused(`${error.message}${local}`);
  }
  throw refused('The URL must begin with https://, so that nobody can read events in transit.');
}

function refused(message: string): RequestRefused {
  return new RequestRefused('validation_failed', message, {
    errors: [{ code: 'url_refused', severity: 'error', message, pointer: '/url' }],
  });
}
