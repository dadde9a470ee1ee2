import {
  ACTION_MEANWHILE,
  type DeliveryErrorCode,
  type Diagnosis,
} from '../../../../contract/posts/delivery-errors.js';
import type { Verdict } from '../../../work/verdict.js';

/** What to do about a reply or message, where that differs from a post. */
const ACTIONS: Readonly<Partial<Record<DeliveryErrorCode, string>>> = {
  account_reconnect_required: 'Reconnect the account, then send it again.',
  account_restricted:
    'Sign in to the network and follow its instructions for the account, then send it again.',
  permission_missing: 'Reconnect the account and grant the permission to reply, then send it again.',
  text_too_long: 'Shorten the text, then send it again.',
  text_invalid: 'Fix the text as the message says, then send it again.',
  media_invalid: 'Replace the file as the message says, then send it again.',
  media_processing_failed: 'Send it again; if it fails again, replace the file.',
  duplicate_content: 'The network considers it a duplicate: change the text, then send it again.',
  content_refused: 'The network refuses this content: change it, then send it again.',
  quota_exceeded: 'Send it again after the network’s limit has been reset.',
  network_unavailable: 'Send it again once the network can be reached.',
  outcome_unknown:
    'Check on the network whether it is there. If so, resolve it as sent; if not, send it again.',
  not_delivered: 'The network does not have it: send it again if it still makes sense.',
  missed_window: 'Late replies are not sent automatically: send it again if it still makes sense.',
  network_refused: 'Read the network’s own message, fix the text, then send it again.',
  service_error: 'Nothing was sent: send it again.',
};

/** What happens by itself, so that nobody sends it again meanwhile. */
const MEANWHILE: Readonly<Partial<Record<Verdict['kind'], string>>> = {
  wait: ACTION_MEANWHILE.waiting,
  reconcile: ACTION_MEANWHILE.reconciling,
};

/** A diagnosis, worded for a reply instead of a post. */
export function replyDiagnosis(diagnosis: Diagnosis, verdict: Verdict['kind']): Diagnosis {
  return {
    ...diagnosis,
    action: MEANWHILE[verdict] ?? ACTIONS[diagnosis.code] ?? diagnosis.action,
  };
}
