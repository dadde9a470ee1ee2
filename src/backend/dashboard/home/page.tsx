import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { HEALTH_WORDS } from '../channels/health-words.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, PageHead, Pill } from '../layout/parts.js';
import { PostRows } from '../posts/post-row.js';
import type { User } from '../user.js';

export interface Today {
  /** Failed, in part, unknown, missed or incomplete. */
  readonly attention: readonly Post[];
  readonly drafts: readonly Post[];
  readonly next: readonly Post[];
  readonly published: readonly Post[];
  readonly unhealthy: readonly Account[];
  readonly channels: number;
  readonly keys: number;
}

interface TodayProps {
  readonly user: User;
  readonly today: Today;
  /** The present day in the workspace's zone, as one says it. */
  readonly day: string;
}

/** What somebody needs to see first: what waits for them, what goes out next, what went out. */
export function TodayPage({ user, today, day }: TodayProps) {
  const { now } = user;
  return (
    <Frame title="Today" place="/" user={user}>
      <PageHead title="Today" lead={day}>
        <a class="button main" href="/posts/new">
          Write a post
        </a>
      </PageHead>
      <div class="columns" {...live('today', '/')}>
        <div class="stack">
          {today.keys === 0 && <FirstSteps />}
          <WaitsForYou {...today} now={now} />
          <section class="section">
            <div class="section-head">
              <h2>Next out</h2>
              <a href="/calendar">Calendar</a>
            </div>
            {today.next.length > 0 ? (
              <PostRows posts={today.next} now={now} label="Posts that go out next" />
            ) : (
              <Empty title="Nothing is scheduled">
                <p>
                  Ask your assistant for “a post tomorrow at 9”, or <a href="/posts/new">write one here</a>.
                </p>
              </Empty>
            )}
          </section>
        </div>
        <div class="stack">
          {today.unhealthy.length > 0 && <UnhealthyChannels accounts={today.unhealthy} />}
          <section class="section">
            <div class="section-head">
              <h2>Went out</h2>
              <a href="/posts?status=published">All published</a>
            </div>
            {today.published.length > 0 ? (
              <PostRows posts={today.published} now={now} label="Posts that went out last" />
            ) : (
              <Empty title="Nothing has gone out yet">
                <p>
                  {today.channels === 0
                    ? 'Connect a channel first: '
                    : `${today.channels} channels are ready: `}
                  <a href="/channels">see the channels</a>.
                </p>
              </Empty>
            )}
          </section>
        </div>
      </div>
    </Frame>
  );
}

/** Shown until the first key is made: without one, no assistant can do anything. */
function FirstSteps() {
  return (
    <section class="card">
      <h2>Let your assistant in</h2>
      <p class="soft">
        Claude, Cursor and other assistants work here with an API key. A careful choice is “Draft only”: it
        writes, you approve.
      </p>
      <p class="buttons">
        <a class="button main" href="/settings/keys/new">
          Make a key
        </a>
      </p>
    </section>
  );
}

function WaitsForYou({
  attention,
  drafts,
  now,
}: Pick<Today, 'attention' | 'drafts'> & { readonly now: number }) {
  const waiting = drafts.filter((draft) => draft.proposed !== null);
  const others = drafts.length - waiting.length;
  if (attention.length + waiting.length === 0) {
    return (
      <section class="section">
        <h2>Waits for you</h2>
        <Empty title="Nothing waits for you">
          <p>
            Drafts to approve and posts that need a decision stand here.
            {others > 0 && (
              <>
                {' '}
                <a href="/posts?status=draft">
                  {others === 1 ? 'One unfinished draft' : `${others} unfinished drafts`}
                </a>{' '}
                can wait.
              </>
            )}
          </p>
        </Empty>
      </section>
    );
  }
  return (
    <section class="section">
      <div class="section-head">
        <h2>Waits for you</h2>
        <a href="/posts?status=attention">All that need you</a>
      </div>
      <PostRows posts={[...attention, ...waiting]} now={now} label="Posts that wait for you" />
    </section>
  );
}

function UnhealthyChannels({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <section class="section">
      <h2>Channels that need help</h2>
      <ul class="rows" aria-label="Channels that need help">
        {accounts.map(({ id, platform, handle, health }) => (
          <li>
            <div class="line">
              <NetworkMark platform={platform} />
              <a class="row-link grow one-line" href={`/channels#${id}`}>
                {handle}
              </a>
              <Pill tone={HEALTH_WORDS[health.status].tone}>{HEALTH_WORDS[health.status].words}</Pill>
            </div>
            {health.action && <p class="soft small">{health.action}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
