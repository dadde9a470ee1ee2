import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { isRehearsed } from '../../../contract/accounts/rehearsal.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { accessMoment, accessOf } from '../../../networks/access.js';
import { mediaWordsOf } from '../../../networks/capabilities.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { timeForms } from '../../../time/forms.js';
import { optionName } from '../compose/option-words.js';
import { ActForm } from '../layout/act-form.js';
import { NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { Boards } from './boards.js';
import { HEALTH_WORDS } from './health-words.js';
import { LinkTags } from './link-tags.js';
import { ReadingActs, Readings } from './readings.js';
import { reconnectPath } from './return-path.js';

interface CardProps {
  readonly account: Account;
  readonly user: User;
}

/** A connected account: whose it is, how its access is, its limits, and what can be done. */
export function ChannelCard({ account, user }: CardProps) {
  const { id, platform, handle, displayName, health, limits, profileUrl, capabilities, simulated } = account;
  const { words, tone } = HEALTH_WORDS[health.status];
  const moment = accessMoment(account);
  const { postsPerDay } = limits;
  const required = Object.entries(capabilities.options).filter(([, option]) => option.required);
  return (
    <article class="card channel" id={id} aria-labelledby={`${id}-name`}>
      <div class="line">
        <NetworkMark platform={platform} />
        <h2 id={`${id}-name`} class="grow one-line">
          {PLATFORM_NAMES[platform]}
        </h2>
        <Pill tone={tone}>{words}</Pill>
      </div>
      <div>
        <p class="one-line" title={showHidden(displayName)}>
          <bdi>
            <VisibleText text={displayName} />
          </bdi>
        </p>
        <p class="handle">
          {/^https?:\/\//.test(profileUrl) ? (
            <a href={profileUrl} target="_blank" rel="noopener noreferrer">
              <VisibleText text={handle} />
            </a>
          ) : (
            <VisibleText text={handle} />
          )}
        </p>
        {!isRehearsed(account) && (
          <p class="soft small">{simulated ? 'Simulated' : 'Real: it publishes on the real network'}</p>
        )}
        {account.standing.map((sentence) => (
          <p class="soft small">{sentence}</p>
        ))}
      </div>
      {health.status !== 'healthy' && (
        <Notice tone={tone}>
          <p>
            <VisibleText text={health.reason ?? ''} />
          </p>
          <p>
            <strong>
              <VisibleText text={health.action ?? ''} />
            </strong>
          </p>
        </Notice>
      )}
      <dl class="facts small">
        <dt>Text</dt>
        <dd>
          up to {limits.text.max.toLocaleString('en')} {unitWord(limits.text.unit)}
          {capabilities.mediaRequired && `, with ${mediaWordsOf(platform)}`}
        </dd>
        {required.length > 0 && (
          <>
            <dt>Requires</dt>
            <dd>{required.map(([name]) => optionName(name).toLowerCase()).join(', ')}</dd>
          </>
        )}
        <dt>Last 24 hours</dt>
        <dd>
          <PostsToday limit={postsPerDay} />
        </dd>
        {(capabilities.comments || capabilities.messages || account.inboxNotes.length > 0) && (
          <>
            <dt>Inbox</dt>
            <dd>
              {[capabilities.comments && 'comments', capabilities.messages && 'messages']
                .filter(Boolean)
                .join(', ') || 'not offered'}
              {account.inboxNotes.map((note) => (
                <p class="soft small">{note}</p>
              ))}
            </dd>
          </>
        )}
        <Readings account={account} />
        {account.lastNoticeAt !== null && <Moment what="Last notice" at={account.lastNoticeAt} user={user} />}
        {!simulated && <Moment what="Access checked" at={health.checkedAt} user={user} />}
        {moment !== null && Date.parse(moment.at) > user.now && (
          <Moment what={ACCESS_WORDS[moment.is]} at={moment.at} user={user} />
        )}
      </dl>
      <Boards account={account} user={user} />
      <LinkTags account={account} user={user} />
      <div class="buttons">
        <ReadingActs account={account} user={user} />
      </div>
      <Acts account={account} user={user} />
    </article>
  );
}

const ACCESS_WORDS = { renewed: 'Access renewed', ends: 'Access ends' } as const;

interface MomentProps {
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  readonly user: User;
}

function Moment({ what, at, user: { workspace, now } }: MomentProps) {
  return (
    <>
      <dt>{what}</dt>
      <dd>
        <When forms={timeForms(Date.parse(at), workspace.timezone, now)} now={now} />
      </dd>
    </>
  );
}

/** More posts than a person makes: a share of it says nothing, and the network counts more than posts. */
const MANY = 1000;

function PostsToday({ limit }: { readonly limit: Account['limits']['postsPerDay'] }) {
  if (limit === null) return <>no network limit</>;
  const { used, max } = limit;
  const posts = used.toLocaleString('en');
  if (max > MANY) {
    const about = Math.floor(max / 100) * 100;
    return (
      <>
        {posts} {used === 1 ? 'post' : 'posts'}; the network allows about {about.toLocaleString('en')}
      </>
    );
  }
  return (
    <>
      {posts} of {max.toLocaleString('en')} posts
      <progress class="used" max={max} value={used} aria-label="Posts in the last 24 hours">
        {used}
      </progress>
    </>
  );
}

function Acts({ account, user }: CardProps) {
  const { id, platform, handle, health, simulated } = account;
  const ended = health.status === 'reconnect_required' || health.status === 'disabled';
  return (
    <div class="buttons">
      {simulated && ended ? (
        <ActForm action="/channels" csrfToken={user.csrfToken} hidden={{ platform, handle }}>
          <button class="button main" type="submit">
            Reconnect
          </button>
        </ActForm>
      ) : simulated ? (
        <ActForm action={`/channels/${id}/expire`} csrfToken={user.csrfToken}>
          <button class="button quiet" type="submit">
            Expire access
          </button>
        </ActForm>
      ) : (
        <>
          {accessOf(platform) && (
            <a
              class={health.status === 'reconnect_required' ? 'button main' : 'button quiet'}
              href={reconnectPath(id)}
            >
              Reconnect
            </a>
          )}
          <ActForm action={`/channels/${id}/check`} csrfToken={user.csrfToken}>
            <button class={health.status === 'disabled' ? 'button main' : 'button quiet'} type="submit">
              Check now
            </button>
          </ActForm>
        </>
      )}
      <a class="button quiet" href={`/channels/${id}/disconnect`}>
        Disconnect…
      </a>
    </div>
  );
}
