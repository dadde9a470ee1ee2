import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { RetriedPost, SkippedCode } from '../../../contract/posts/changes.js';
import { timeForms } from '../../../time/forms.js';
import { Notice, When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';

/** Where the API’s message names a field of the API. */
const SKIPPED_WORDS: Readonly<Partial<Record<SkippedCode, string>>> = {
  duplicate_post:
    'Another post has the same text and media on this account within 24 hours. To send this one as well, change it.',
};

interface RetriedProps {
  readonly user: User;
  readonly result: RetriedPost;
}

/** Says which channels a retry has not sent to, and why. */
export function RetriedNotice({ user, result: { retried, held, skipped, post } }: RetriedProps) {
  const left = skipped.filter(({ code }) => code !== 'already_published');
  const name = (accountId: string) => {
    const target = post.targets.find((one) => one.accountId === accountId);
    return target ? (
      <strong>
        {PLATFORM_NAMES[target.platform]} <VisibleText text={target.handle} />
      </strong>
    ) : null;
  };
  return (
    <Notice tone={retried.length > 0 ? 'calm' : 'warn'}>
      <p role="status">
        {retried.length === 0
          ? 'Nothing was sent.'
          : `Retrying on ${retried.length} ${retried.length === 1 ? 'channel' : 'channels'}.`}
      </p>
      {held.length + left.length > 0 && (
        <ul>
          {held.map(({ accountId, retryAt }) => (
            <li>
              {name(accountId)}: the network accepts nothing before{' '}
              <When
                forms={timeForms(Date.parse(retryAt), user.workspace.timezone, user.now)}
                now={user.now}
              />
              .
            </li>
          ))}
          {left.map(({ accountId, code, message }) => (
            <li>
              {name(accountId)}: {SKIPPED_WORDS[code] ?? message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
