import type { Cause, DeliveryErrorCode } from '../posts/delivery-errors.js';

/** What lies behind each fault of publishing: for people who read the reference. */
export const DELIVERY_HELP: Readonly<Record<DeliveryErrorCode, string>> = {
  account_reconnect_required:
    'The network no longer takes the access that it gave: it has expired or was withdrawn.',
  account_restricted: 'The network has locked or limited the account, or wants it verified.',
  permission_missing: 'The account was connected without the permission to publish.',
  text_too_long: 'The text is longer than the network takes, counted its way.',
  text_invalid: 'The network refuses something in the text, such as a character or too many hashtags.',
  option_invalid: 'An option such as privacy, board or title is missing or not one that the network offers.',
  media_required: 'The network takes no post without an image or a video.',
  media_not_found: 'A file that the post names is gone.',
  media_invalid: 'The network does not take a file: its type, size, shape or length.',
  media_processing_failed: 'The network took the file and could not process it.',
  duplicate_content: 'The network found the same text among recent posts of the account.',
  content_refused: 'The network’s own rules on content stand against the post.',
  rate_limited:
    'The network takes no more requests for a while. It is tried again by itself within the attempts of a post.',
  quota_exceeded: 'The account has used up what the network lets it publish in a day.',
  network_unavailable: 'The network could not be reached, and nothing was sent.',
  outcome_unknown:
    'The request was sent, no answer came, and the network cannot be asked whether the post is there. Nothing is sent again blindly.',
  reply_window_closed: 'The time in which the network lets a business answer is over.',
  person_unreachable: 'The person takes no messages from businesses, or has blocked the account.',
  conversation_held: 'Another app or inbox holds the conversation at the network.',
  reply_not_possible: 'What was to be answered is hidden, gone, or closed to replies.',
  missed_window:
    'The service was not running when the post was due, and more than the grace of an hour had passed.',
  network_refused:
    'The network refused for a reason that has no name here; its own words are in `error.network`.',
  service_error: 'Postrider itself failed before anything was sent.',
};

/** Who has to act, in words. */
export const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  you: 'the post has to change',
  account: 'the account needs attention',
  network: 'the network stands in the way',
  service: 'Postrider itself',
};
