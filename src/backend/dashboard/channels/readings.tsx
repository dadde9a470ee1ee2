import { dollars } from '../../../base/dollars.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { ActForm } from '../layout/act-form.js';
import type { User } from '../user.js';

interface ReadingProps {
  readonly account: Account;
  readonly user: User;
}

/** Whether it is a question for a person to have the numbers of its posts read. */
const isNumbersChoice = ({ metrics }: Account): boolean => metrics.dollarsPerPost > 0 || !metrics.read;

/** Whether it is one to have the comments on its posts read. */
const isCommentsChoice = ({ capabilities, comments }: Account): boolean =>
  capabilities.comments && (comments.dollarsPerComment > 0 || !comments.read);

/** Whether comments, likes, views and other numbers of its posts are read, and what that costs. */
export function Readings({ account }: Pick<ReadingProps, 'account'>) {
  const { comments, metrics, platform, simulated } = account;
  const name = PLATFORM_NAMES[platform];
  return (
    <>
      {isCommentsChoice(account) && (
        <>
          <dt>Comments</dt>
          <dd>
            {comments.read ? 'read' : 'not read'}
            {comments.dollarsPerComment > 0 && (
              <p class="soft small">
                {name} charges up to {dollars(comments.dollarsPerComment)} to read a reply. Postrider reads at
                most {comments.maxPerDay} a day, and none that were written before you turn it on.
              </p>
            )}
          </dd>
        </>
      )}
      {isNumbersChoice(account) && (
        <>
          <dt>Numbers</dt>
          <dd>
            {metrics.read ? 'read' : 'not read'}
            {metrics.dollarsPerPost > 0 && (
              <p class="soft small">
                {name} charges ${metrics.dollarsPerPost} to read those of each new post
                {simulated && ', but nothing for simulated posts'}.
              </p>
            )}
          </dd>
        </>
      )}
    </>
  );
}

/** What turns these on and off. */
export function ReadingActs({ account, user }: ReadingProps) {
  const { comments, metrics, platform, handle, simulated } = account;
  const name = PLATFORM_NAMES[platform];
  const isFree = simulated || metrics.dollarsPerPost === 0;
  return (
    <>
      {isCommentsChoice(account) && (
        <ReadingAct
          {...{ account, user }}
          path="comments"
          isOn={comments.read}
          on="Read comments"
          off="Stop comments"
          {...(comments.dollarsPerComment > 0 && {
            ask: `Read the comments on posts of ${handle}? ${name} charges up to ${dollars(comments.dollarsPerComment)} for each comment that people write from now on. At most ${comments.maxPerDay} are read in a day: ${dollars(comments.dollarsPerComment * (comments.maxPerDay ?? 0))}.`,
          })}
        />
      )}
      {isNumbersChoice(account) && (
        <ReadingAct
          {...{ account, user }}
          path="numbers"
          isOn={metrics.read}
          on="Read numbers"
          {...(!isFree && {
            ask: `Read the numbers of ${handle}? ${name} charges $${metrics.dollarsPerPost} for each post that you publish from now on.`,
          })}
          off={isCommentsChoice(account) ? 'Stop numbers' : 'Stop reading'}
        />
      )}
    </>
  );
}

interface ReadingActProps extends ReadingProps {
  readonly path: 'comments' | 'numbers';
  readonly isOn: boolean;
  readonly on: string;
  readonly off: string;
  /** The question before it is turned on, where that costs money. */
  readonly ask?: string;
}

function ReadingAct({ account, user, path, isOn, on, off, ask }: ReadingActProps) {
  return (
    <ActForm
      action={`/channels/${account.id}/${path}`}
      csrfToken={user.csrfToken}
      hidden={{ read: isOn ? 'off' : 'on' }}
      ask={isOn ? undefined : ask}
    >
      <button class="button quiet" type="submit">
        {isOn ? off : on}
      </button>
    </ActForm>
  );
}
