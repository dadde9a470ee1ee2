import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { initialsOf, toneOf } from '../../networks/avatars.js';
import { HEALTH_WORDS } from '../channels/health-words.js';
import { NoChannels } from '../channels/no-channels.js';
import { reconnectPath } from '../channels/return-path.js';
import { NetworkMark } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';

/** From this many channels on, a field filters them. */
const FILTER_FROM = 13;

interface ChipsProps {
  readonly accounts: readonly Account[];
  readonly chosen: readonly string[];
  /** The address of this form, to come back to. */
  readonly here: string;
}

/** The connected channels as chips to choose from, with what to do about unhealthy ones. */
export function Chips({ accounts, chosen, here }: ChipsProps) {
  if (accounts.length === 0) {
    return <NoChannels />;
  }
  return (
    <fieldset
      class="chip-field"
      hx-post="/posts/options"
      hx-trigger="change from:.chips"
      hx-target="#own-tabs"
      hx-swap="innerMorph"
      hx-include="#compose"
    >
      <legend class="unseen">Channels</legend>
      {accounts.length >= FILTER_FROM && (
        <input
          type="search"
          class="chip-filter"
          aria-label="Filter channels"
          placeholder={`Filter ${accounts.length} channels`}
          data-chip-filter
          data-aside
          hidden
        />
      )}
      <div class="channel-choice chips">
        {accounts.map((account) => (
          <Chip account={account} isChosen={chosen.includes(account.id)} here={here} />
        ))}
      </div>
    </fieldset>
  );
}

interface ChipProps extends Pick<ChipsProps, 'here'> {
  readonly account: Account;
  readonly isChosen: boolean;
}

function Chip({ account, isChosen, here }: ChipProps) {
  const { id, platform, handle, displayName, health } = account;
  const reconnects = health.status === 'reconnect_required' || health.status === 'expiring';
  return (
    <span class="chip-place" data-state-of={id}>
      <label class="chip" title={showHidden(`${displayName} ${handle}`.trim())}>
        <input class="unseen" type="checkbox" name="account" value={id} checked={isChosen} />
        <span class="chip-face">
          <Face account={account} />
          <NetworkMark platform={platform} />
        </span>
        <span class="one-line">
          <VisibleText text={handle} />
        </span>
      </label>
      {health.status !== 'healthy' && (
        <a class="chip-repair" href={reconnects ? reconnectPath(id, here) : `/channels#${id}`}>
          {reconnects ? 'Reconnect' : HEALTH_WORDS[health.status].words}
          <span class="unseen"> {showHidden(handle)}</span>
        </a>
      )}
    </span>
  );
}

/** Pictures of real accounts are at their networks, which the dashboard does not load from: the name stands for them. */
function Face({ account: { displayName, handle } }: { readonly account: Account }) {
  const named = { displayName, handle: handle.replace(/^@/, '') };
  return (
    <span class={`face tone-${toneOf(named)}`} aria-hidden="true">
      {initialsOf(named)}
    </span>
  );
}
