import type { FC } from 'hono/jsx';
import { Avatar } from './avatar.js';
import type { PageAccount } from './network-page.js';
import { When } from './post-frame.js';
import { RichText } from './rich-text.js';
import { shortAge } from './shown-times.js';

/** A direct message on the page. */
interface PageMessage {
  readonly text: string;
  /** The kinds of the attachments. */
  readonly attachments: readonly string[];
  readonly fromAccount: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface DirectProps {
  readonly account: PageAccount;
  /** The other person, whose view this is. */
  readonly person: PageAccount;
  /** Oldest first. */
  readonly messages: readonly PageMessage[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A conversation as the other person sees it. */
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
            <When instant={createdAt} now={now} words={shortAge} />
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
