import type { Origins } from '../../fetching/url-rules.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { WorkspaceRow } from '../../store/schema.js';

/**
 * Refuses an address to which nothing would ever be sent. The host's addresses are checked again with every
 * attempt.
 *
 * @param allowedOrigins origins on this machine that a sandbox's webhooks may reach
 * @throws RequestRefused
 */
export async function checkAddress(
  address: string,
  workspace: WorkspaceRow,
  allowedOrigins: Origins,
): Promise<void> {
  const { checkForm, checkUrl, readUrl } = await import('../../fetching/url-rules.js');
  const { checkLiteral } = await import('../../fetching/checked-addresses.js');
  const { FetchFailure } = await import('../../fetching/fetch-failure.js');
  try {
    const url = readUrl(address);
    if (workspace.sandbox === 1 && allowedOrigins.has(url.origin)) {
      checkForm(url);
      return;
    }
    checkUrl(url);
    checkLiteral(url);
    if (url.protocol === 'https:') return;
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const local = workspace.sandbox === 1 ? ` ${LOCALLY}` : '';
    throw refused(`${error.message}${local}`);
  }
  throw refused('Events are sent over https:// only: what they say is read by nobody on the way.');
}

const LOCALLY =
  'To reach a receiver on this machine, start the backend with --allow-fetch-origin and its origin, or let "postrider listen --forward-to" pass events on.';

function refused(message: string): RequestRefused {
  return new RequestRefused('validation_failed', message, {
    errors: [{ code: 'url_refused', severity: 'error', message, pointer: '/url' }],
  });
}
