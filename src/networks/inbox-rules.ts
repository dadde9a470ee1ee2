import type { Figure } from './figure.js';
import type { LengthRule } from './length-rule.js';

/** A network's rules for comments on posts. */
interface CommentRules {
  /** A comment or a reply. */
  readonly text: LengthRule;
  /** Levels of comments; null: any number. With 2 levels, a reply to a reply becomes a reply to the comment. */
  readonly levels: Figure<number | null>;
  /** Whether public replies to hidden comments are refused. */
  readonly hiddenRefused: Figure<boolean>;
  /** Whether public replies to comments on live videos are refused. */
  readonly liveRefused: Figure<boolean>;
  /** A direct message in reply to a comment, once per comment; null seconds: at any time; absent: not supported. */
  readonly privateReply?: { readonly seconds: Figure<number | null>; readonly perComment: Figure<1> };
}

/** A network's rules for direct messages. A business cannot start a conversation. */
interface DirectMessageRules {
  readonly text: LengthRule;
  readonly imageBytes: Figure<number>;
  readonly videoBytes: Figure<number>;
  /** Maximum number of files per message. */
  readonly files: Figure<number>;
  /** Whether one message can contain text and a file. */
  readonly fileWithText: Figure<boolean>;
  /** For how many seconds after the person's last message a business can reply; null: the network sets no limit. */
  readonly windowSeconds: Figure<number | null>;
  /** The same if the person came from a click-to-message ad. */
  readonly clickToMessageSeconds: Figure<number>;
  /** The same for replies that a human writes, sent with the human agent tag. */
  readonly humanAgentSeconds: Figure<number>;
}

/** What reading comments may use of a network in a day. */
export interface PollBudget {
  readonly unitsPerDay: Figure<number>;
  /** What a unit is, in the plural. */
  readonly units: 'quota units' | 'requests' | 'mentions';
  /** Whether each account has its own, or all accounts of the app share it. */
  readonly of: 'account' | 'app';
  /** Where a day begins. */
  readonly day: 'utc' | 'pacific';
}

/** What a network charges for reading a comment, in US dollars. */
interface PollPrice {
  readonly comment: Figure<number>;
  /** The person who wrote it, once a day. */
  readonly author: Figure<number>;
}

/** The most that reading one comment costs, in US dollars. */
export const dollarsPerComment = ({ price }: PollRules): number =>
  price === undefined ? 0 : price.comment.value + price.author.value;

/**
 * Whether an account's comments are read.
 *
 * @param chosen what was chosen for the account; null: nothing. Then they are read where that is free.
 */
export const readsComments = (rules: PollRules, chosen: 0 | 1 | null): boolean =>
  chosen === null ? rules.price === undefined : chosen === 1;

/** How often a network is asked for what is new, within its limits. */
export interface PollRules {
  /** Between two looks while people write. */
  readonly seconds: Figure<number>;
  /**
   * What its notices do, where they only make a look come sooner; absent: it announces nothing, or what to read.
   */
  readonly nudges?: {
    readonly effect: Figure<string>;
    /** The shortest pause between two looks because of notices. */
    readonly seconds: Figure<number>;
  };
  /** The longest pause, when nothing has been new for a while. */
  readonly quietSeconds: Figure<number>;
  /** Between two looks while the network announces what is new; absent: it does not. */
  readonly announcedSeconds?: Figure<number>;
  /** Absent: no limit of a day is near. */
  readonly budget?: PollBudget;
  /** Absent: reading is free. Otherwise nothing is read until somebody chooses it for an account. */
  readonly price?: PollPrice;
  /** The simulated network announces what is new, so that its accounts have an inbox too. */
  readonly simulationAnnounces?: true;
}

/** The accounts of a network that have an inbox. */
interface AccountKind {
  /** How the network's ids of such accounts begin. */
  readonly idPrefix: string;
  readonly offered: Figure<true>;
  /** Why others have none: a sentence for people. */
  readonly others: string;
}

/** The rules of a network's inbox. */
export interface InboxRules {
  /**
   * Real accounts are asked for what is new, because the network does not announce it to every app. Simulated ones have no
   * such inbox, unless the simulation announces it. Absent: it is announced.
   */
  readonly polled?: PollRules;
  /** Absent: all accounts. */
  readonly only?: AccountKind;
  readonly comments: CommentRules;
  readonly messages?: DirectMessageRules;
}
