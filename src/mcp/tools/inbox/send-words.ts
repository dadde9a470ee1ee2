import type { SendStatus } from '../../../contract/inbox/replies.js';

/** What became of a reply or message, in one sentence. */
export const SEND_WORDS: Readonly<Record<SendStatus, string>> = {
  sent: 'It is sent.',
  sending: 'It is under way.',
  failed: 'Nothing was sent: the network did not take it.',
  unknown: 'It was sent to the network and the answer is missing: whether it is there is not known.',
};
