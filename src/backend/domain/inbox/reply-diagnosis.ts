import type { DeliveryErrorCode, Diagnosis } from '../../../contract/posts/delivery-errors.js';

/** What to do next about a reply or message, where that is said differently than of a post. */
const ACTIONS: Readonly<Partial<Record<DeliveryErrorCode, string>>> = {
  account_reconnect_required: 'Reconnect the account, then send it again.',
  account_restricted: 'Sign in at the network and do what it asks of the account, then send it again.',
  permission_missing: 'Reconnect the account and grant the permission to answer, then send it again.',
  text_too_long: 'Shorten the text, then send it again.',
  text_invalid: 'Change the text as the message says, then send it again.',
  media_invalid: 'Replace the file as the message says, then send it again.',
  media_processing_failed: 'Send it again; if it fails again, replace the file.',
  duplicate_content: 'The network holds it for a repeat: change the text, then send it again.',
  content_refused: 'The network refuses this content: change it, then send it again.',
  quota_exceeded: 'Send it again after the network’s limit has been renewed.',
  network_unavailable: 'Send it again later: the network could not be reached.',
  outcome_unknown: 'Look at the network: if it is there, resolve it as sent; if not, send it again.',
  missed_window: 'It was not sent late on its own: send it again if it still makes sense.',
  network_refused: 'Read the network’s own message, mend the text, then send it again.',
  service_error: 'Nothing was sent: send it again.',
};

/** A diagnosis in the words of a reply. */
export function replyDiagnosis(diagnosis: Diagnosis): Diagnosis {
  return {
    ...diagnosis,
    message: diagnosis.message.replace('nothing was posted', 'nothing was sent'),
    action: ACTIONS[diagnosis.code] ?? diagnosis.action,
  };
}
