import type { FC } from 'hono/jsx';
import { Avatar } from './avatar.js';
import type { PageAccount } from './network-page.js';
import { When } from './post-frame.js';
import { RichText } from './rich-text.js';
import { shortAge } from './shown-times.js';

/** What is shown of a direct message. */
interface PageMessage {
  readonly text: string;
  /** Kinds of what was sent along. */
  readonly attachments: readonly string[];
  readonly fromAccount: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface DirectProps {
  readonly account: PageAccount;
  /** At the other end: it is their view. */
  readonly person: PageAccount;
  /** Oldest first. */
  readonly messages: readonly PageMessage[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A conversation as the person at the other end sees it. */
export const Direct: FC<DirectProps> = ({ account, person, messages, now }) => (
  <section class="comments">
    <h1>
      {person.displayName}’s messages with {account.displayName}
    </h1>
    <ul>
      {messages.map(({ text, attachments, fromAccount, createdAt }) => (
        <li class="comment">
          <Avatar account={fromAccount ? account : person} />
          <div>
            <span class="name">{fromAccount ? account.displayName : 'You'}</span>{' '}
            <When instant={createdAt} words={shortAge(createdAt, now)} />
            {attachments.map((kind) => (
              <p class="answers">({kind})</p>
            ))}
            <RichText text={text} />
          </div>
        </li>
      ))}
    </ul>
  </section>
);
