import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { CONNECTABLE } from '../../../networks/access.js';
import { whyNotRehearsed } from '../../../networks/rehearsing.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, PageHead } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { Words } from '../reference/words.js';
import type { User } from '../user.js';
import { ChannelCard } from './channel-card.js';

interface ChannelsProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  /** Handles that always fail in a specific way. */
  readonly failures: readonly { readonly handle: string; readonly does: string }[];
  /** The account that could not be connected, and why; null if none. */
  readonly refused?: FailedConnect | null;
  /** What has just happened, above the channels. */
  readonly notice?: Child;
}

interface FailedConnect {
  readonly input: { readonly platform: string; readonly handle: string; readonly premium: boolean };
  readonly problem: Problem;
}

/** The connected accounts: health, limits, and what to do about problems. */
export function ChannelsPage({ user, accounts, failures, refused = null, notice = null }: ChannelsProps) {
  const sandbox = user.workspace.sandbox === 1;
  return (
    <Frame title="Channels" place="/channels" user={user}>
      <PageHead
        title="Channels"
        lead={
          sandbox
            ? 'The accounts you publish to. This workspace is a sandbox: its networks are simulated, and accept and reject posts as the real ones do.'
            : user.isRehearsal
              ? 'The accounts you publish to. This is a rehearsal: their networks are simulated on this machine, and nothing is published.'
              : 'The accounts you publish to. This workspace is live: they publish on the real networks.'
        }
      />
      {notice}
      <div class="stack">
        <div {...live('channels', '/channels')}>
          {accounts.length === 0 ? (
            <Empty title="No channels connected">
              <p>
                {sandbox ? (
                  'Connect a channel below to start publishing.'
                ) : (
                  <>
                    <a href="#connect-title">Connect an account</a> to start publishing.
                  </>
                )}
              </p>
            </Empty>
          ) : (
            <div class="cards">
              {byHealth(accounts).map((account) => (
                <ChannelCard account={account} user={user} />
              ))}
            </div>
          )}
        </div>
        {sandbox ? (
          <ConnectForm user={user} failures={failures} refused={refused} />
        ) : (
          <ConnectReal user={user} />
        )}
      </div>
    </Frame>
  );
}

/** Those that need somebody come first. */
function byHealth(accounts: readonly Account[]): Account[] {
  const rank = ({ health }: Account) => (health.status === 'healthy' ? 1 : 0);
  return accounts.toSorted((one, other) => rank(one) - rank(other));
}

function ConnectReal({ user: { rehearsal } }: Pick<ChannelsProps, 'user'>) {
  const offered = CONNECTABLE.filter((platform) => rehearsal?.includes(platform) ?? true);
  const left = CONNECTABLE.filter((platform) => !offered.includes(platform));
  const later = PLATFORMS.filter((platform) => !CONNECTABLE.includes(platform)).map(
    (platform) => PLATFORM_NAMES[platform],
  );
  return (
    <section class="section card connect" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect account</h2>
      <div class="buttons">
        {offered.map((platform) => (
          <a class="button" href={`/channels/connect/${platform}`}>
            <NetworkMark platform={platform} />
            <span aria-hidden="true">{PLATFORM_NAMES[platform]}</span>
          </a>
        ))}
      </div>
      {left.length > 0 && (
        <p class="soft small later">
          Not part of this rehearsal: {left.map((platform) => PLATFORM_NAMES[platform]).join(', ')}.{' '}
          <Words text={whyNotRehearsed(left)} />
        </p>
      )}
      {later.length > 0 && <p class="soft small later">Not yet: {later.join(', ')}.</p>}
    </section>
  );
}

function ConnectForm({ user, failures, refused }: Pick<ChannelsProps, 'user' | 'failures' | 'refused'>) {
  const input = refused?.input;
  return (
    <section class="section card connect" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect a simulated account</h2>
      <p class="soft small sandbox-note">
        Accounts in a sandbox are simulated: nothing is published. To publish to your real accounts, start a
        backend with <code>postrider serve --live</code>, and connect them there.
      </p>
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
