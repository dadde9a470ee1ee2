import type { Account } from '../../../contract/accounts/accounts.js';
import type { TimeForms } from '../../../contract/instants.js';
import type { PostOutcome } from '../../../contract/schedules/schedules.js';
import { timeForms } from '../../../time/forms.js';
import { Frame } from '../layout/frame.js';
import { spokenTime } from '../layout/local-times.js';
import { NetworkMark, PageHead, Pill, type Tone } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';

interface OutcomeProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  /** `“Mornings” was updated.` */
  readonly done: string;
  readonly posts: readonly PostOutcome[];
}

const OUTCOMES: Readonly<Record<PostOutcome['outcome'], { readonly words: string; readonly tone: Tone }>> = {
  kept: { words: 'Time kept', tone: 'plain' },
  moved: { words: 'Moved', tone: 'calm' },
  cancelled: { words: 'Cancelled', tone: 'warn' },
};

/** Lists what happened to the posts whose slots were removed or moved. */
export function OutcomePage({ user, accounts, done, posts }: OutcomeProps) {
  const { now, workspace } = user;
  // The API gives times in the post’s zone; the pages use the workspace’s.
  const spoken = ({ utc }: TimeForms) => spokenTime(timeForms(Date.parse(utc), workspace.timezone, now), now);
  return (
    <Frame title="Affected posts" place="/calendar" user={user}>
      <PageHead title="Affected posts" lead={done}>
        <a class="button main" href="/schedules">
          Back to schedules
        </a>
      </PageHead>
      <ul class="rows" aria-label="Affected posts">
        {posts.map(({ postId, accountId, outcome, was, when }) => {
          const account = accounts.find(({ id }) => id === accountId);
          return (
            <li>
              <div class="line">
                {account && <NetworkMark platform={account.platform} />}
                <a class="row-link grow" href={`/posts/${postId}`}>
                  <VisibleText text={account?.handle ?? 'Disconnected channel'} />, {spoken(was)}
                  {outcome === 'moved' && when && <strong> → {spoken(when)}</strong>}
                </a>
                <span class="end">
                  <Pill tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].words}</Pill>
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </Frame>
  );
}
