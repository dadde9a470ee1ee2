import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { optionName } from '../compose/option-words.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, Notice, PageHead, Pill } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import type { User } from '../user.js';
import { HEALTH_WORDS } from './health-words.js';

interface ChannelsProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  /** Handles that always fail in a specific way. */
  readonly failures: readonly { readonly handle: string; readonly does: string }[];
  /** The account that could not be connected, and why; null if none. */
  readonly refused?: FailedConnect | null;
}

interface FailedConnect {
  readonly input: { readonly platform: string; readonly handle: string; readonly premium: boolean };
  readonly problem: Problem;
}

/** The connected accounts: health, limits, and what to do about problems. */
export function ChannelsPage({ user, accounts, failures, refused = null }: ChannelsProps) {
  const sandbox = user.workspace.sandbox === 1;
  return (
    <Frame title="Channels" place="/channels" user={user}>
      <PageHead
        title="Channels"
        lead={
          sandbox
            ? 'The accounts you publish to. This workspace is a sandbox: its networks are simulated, and accept and reject posts as the real ones do.'
            : 'The accounts you publish to.'
        }
      />
      <div class="stack">
        <div {...live('channels', '/channels')}>
          {accounts.length === 0 ? (
            <Empty title="No channels connected">
              <p>Connect a channel below to start publishing.</p>
            </Empty>
          ) : (
            <div class="cards">
              {accounts.map((account) => (
                <ChannelCard account={account} user={user} sandbox={sandbox} />
              ))}
            </div>
          )}
        </div>
        {sandbox && <ConnectForm user={user} failures={failures} refused={refused} />}
      </div>
    </Frame>
  );
}

interface CardProps {
  readonly account: Account;
  readonly user: User;
  readonly sandbox: boolean;
}

function ChannelCard({ account, user, sandbox }: CardProps) {
  const { id, platform, handle, displayName, health, limits, profileUrl, capabilities } = account;
  const { words, tone } = HEALTH_WORDS[health.status];
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
        <p class="one-line" title={displayName}>
          {displayName}
        </p>
        <p class="handle">
          <a href={profileUrl}>{handle}</a>
        </p>
      </div>
      {health.status !== 'healthy' && (
        <Notice tone={tone}>
          <p>{health.reason}</p>
          <p>
            <strong>{health.action}</strong>
          </p>
        </Notice>
      )}
      <dl class="facts small">
        <dt>Text</dt>
        <dd>
          up to {limits.text.max.toLocaleString('en')} {unitWord(limits.text.unit)}
          {capabilities.mediaRequired && ', with an image or video'}
        </dd>
        {required.length > 0 && (
          <>
            <dt>Requires</dt>
            <dd>{required.map(([name]) => optionName(name).toLowerCase()).join(', ')}</dd>
          </>
        )}
        <dt>Last 24 hours</dt>
        <dd>
          {postsPerDay === null ? (
            'no network limit'
          ) : (
            <>
              {postsPerDay.used.toLocaleString('en')} of {postsPerDay.max.toLocaleString('en')} posts
              <progress
                class="used"
                max={postsPerDay.max}
                value={postsPerDay.used}
                aria-label="Posts in the last 24 hours"
              >
                {postsPerDay.used}
              </progress>
            </>
          )}
        </dd>
        {(capabilities.comments || capabilities.messages) && (
          <>
            <dt>Inbox</dt>
            <dd>
              {[capabilities.comments && 'comments', capabilities.messages && 'messages']
                .filter(Boolean)
                .join(', ')}
            </dd>
          </>
        )}
      </dl>
      {sandbox && <SandboxActs id={id} handle={handle} user={user} />}
    </article>
  );
}

function SandboxActs({
  id,
  handle,
  user,
}: {
  readonly id: string;
  readonly handle: string;
  readonly user: User;
}) {
  return (
    <div class="buttons">
      <ActForm action={`/channels/${id}/expire`} csrfToken={user.csrfToken}>
        <button class="button quiet" type="submit">
          Expire access
        </button>
      </ActForm>
      <ActForm action={`/channels/${id}/disconnect`} csrfToken={user.csrfToken} ask={`Disconnect ${handle}?`}>
        <button class="button quiet" type="submit">
          Disconnect
        </button>
      </ActForm>
    </div>
  );
}

function ConnectForm({ user, failures, refused }: Pick<ChannelsProps, 'user' | 'failures' | 'refused'>) {
  const input = refused?.input;
  return (
    <section class="section card connect" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect a simulated account</h2>
      {refused && <ProblemNotice problem={refused.problem} />}
      <ActForm action="/channels" csrfToken={user.csrfToken}>
        <div class="field-row">
          <div class="field">
            <label for="platform">Network</label>
            <select id="platform" name="platform">
              {PLATFORMS.map((platform) => (
                <option value={platform} selected={platform === input?.platform}>
                  {PLATFORM_NAMES[platform]}
                </option>
              ))}
            </select>
          </div>
          <div class="field grow">
            <label for="handle">Handle</label>
            <input
              type="text"
              id="handle"
              name="handle"
              required
              maxlength={100}
              value={input?.handle ?? ''}
              placeholder="@fernhill"
              list="failures"
              aria-describedby="handle-hint"
            />
            <datalist id="failures">
              {failures.map(({ handle, does }) => (
                <option value={handle}>{does}</option>
              ))}
            </datalist>
          </div>
          <div class="field">
            <label class="check" for="premium">
              <input type="checkbox" id="premium" name="premium" checked={input?.premium === true} />
              <span>Paid tier</span>
            </label>
          </div>
          <button class="button main" type="submit">
            Connect
          </button>
        </div>
        <p class="soft small" id="handle-hint">
          Any handle works. Connecting a handle again restores its access. Some handles always fail in a
          specific way:
        </p>
      </ActForm>
      <details class="small">
        <summary>Handles that fail on purpose</summary>
        <dl class="facts">
          {failures.map(({ handle, does }) => (
            <>
              <dt>
                <code>{handle}</code>
              </dt>
              <dd>{does}</dd>
            </>
          ))}
        </dl>
      </details>
    </section>
  );
}
