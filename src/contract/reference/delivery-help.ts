import { type Cause, DELIVERY_ERRORS, type DeliveryErrorCode } from '../posts/delivery-errors.js';

/** What causes each delivery error. Shown in the reference. */
export const DELIVERY_HELP: Readonly<Record<DeliveryErrorCode, string>> = {
  account_reconnect_required:
    'The network no longer accepts the account’s access token: it expired or was revoked.',
  account_restricted: 'The network has locked or restricted the account, or requires verification.',
  permission_missing: 'The account was connected without permission to publish.',
  text_too_long: 'The text is longer than the network allows, by the network’s own count.',
  text_invalid: 'The network rejects something in the text, such as a character or the number of hashtags.',
  option_invalid: 'An option such as privacy, board or title is missing or not offered by the network.',
  media_required: 'The network requires an image or a video.',
  media_not_found: 'A media file of the post no longer exists.',
  media_invalid: 'The network does not accept a file because of its type, size, aspect ratio or duration.',
  media_processing_failed: 'The network received the file but could not process it.',
  duplicate_content: 'The network found the same text in a recent post of the account.',
  content_refused: 'The post violates the network’s content policy.',
  rate_limited:
    'The network is limiting requests. Postrider retries automatically until the post would be an hour late.',
  quota_exceeded: 'The account has reached the network’s daily publishing limit.',
  network_unavailable:
    'The network could not be reached. Nothing was sent. Postrider retries automatically until the post would be an hour late.',
  outcome_unknown:
    'The request was sent, but no response came, and the network offers no way to check whether the post exists. Postrider never resends blindly.',
  not_delivered:
    'Its outcome was unknown, and a check found that the network does not have it. The check sends nothing.',
  reply_window_closed: 'The network’s window for replies from businesses has closed.',
  person_unreachable: 'The person does not accept messages from businesses, or has blocked the account.',
  conversation_held: 'Another app or inbox controls the conversation on the network.',
  reply_not_possible: 'The comment or message is hidden, deleted or closed to replies.',
  missed_window: 'Postrider was not running when the post was due, and the one-hour grace period has passed.',
  network_refused:
    'The network refused for a reason without a code of its own. `error.network` has the network’s message.',
  service_error: 'Postrider failed before anything was sent.',
};

/** Who has to act. */
const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  you: 'you, by changing the post',
  account: 'you, at the account',
  network: 'the network',
  service: 'Postrider',
};

/** Who has to act, where the cause does not say it: a network that refuses a reply can do nothing about it. */
const WHO_ACTS: Readonly<Partial<Record<DeliveryErrorCode, string>>> = {
  outcome_unknown: 'you',
  not_delivered: 'you',
  reply_window_closed: 'the other person',
  person_unreachable: 'you',
  reply_not_possible: 'you',
};

/** Who has to act so that a target with this error can be published. */
export function whoActs(code: DeliveryErrorCode): string {
  return WHO_ACTS[code] ?? CAUSE_WORDS[DELIVERY_ERRORS[code].cause];
}
