import type { Figure } from './figure.js';
import type { LengthRule } from './network-rules.js';

/** What a network allows under posts. */
interface CommentRules {
  /** A comment or a reply. */
  readonly text: LengthRule;
  /** Levels of comments: 2 stands for comments and replies to them; an answer to a reply moves up. */
  readonly levels: Figure<number>;
  /** Nobody can answer a hidden comment in public. */
  readonly hiddenRefused: Figure<boolean>;
  /** Nobody can answer a comment on a live video in public. */
  readonly liveRefused: Figure<boolean>;
  /** A direct message that answers a comment, once; absent: there are none. */
  readonly privateReply?: { readonly seconds: Figure<number>; readonly perComment: Figure<1> };
}

/** What a network allows in direct messages. A business never begins a conversation. */
interface DirectMessageRules {
  readonly text: LengthRule;
  readonly imageBytes: Figure<number>;
  readonly videoBytes: Figure<number>;
  /** Files in one message. */
  readonly files: Figure<number>;
  /** Text and a file may go in one message. */
  readonly fileWithText: Figure<boolean>;
  /** Seconds from the person's last message in which a business may answer. */
  readonly windowSeconds: Figure<number>;
  /** The same where the person came by an advertisement that invites to write. */
  readonly clickToMessageSeconds: Figure<number>;
  /** The same for a person who answers by hand, under a tag that says so. */
  readonly humanAgentSeconds: Figure<number>;
}

/** What the service reads and answers at a network; absent: neither comments nor messages. */
export interface InboxRules {
  readonly comments: CommentRules;
  readonly messages?: DirectMessageRules;
}
