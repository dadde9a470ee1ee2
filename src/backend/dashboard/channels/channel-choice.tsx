import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { NetworkMark } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { NoChannels } from './no-channels.js';

interface ChannelChoiceProps {
  readonly legend: string;
  readonly accounts: readonly Account[];
  readonly chosen: readonly string[];
  /** Attributes of the fieldset, such as htmx triggers. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Checkboxes for the connected channels, with what to do about unhealthy ones. */
export function ChannelChoice({ legend, accounts, chosen, attributes = {} }: ChannelChoiceProps) {
  if (accounts.length === 0) {
    return <NoChannels />;
  }
  return (
    <fieldset {...attributes}>
      <legend>{legend}</legend>
      <div class="channel-choice">
        {accounts.map(({ id, platform, handle, health }) => (
          <label class="check" title={showHidden(handle)}>
            <input type="checkbox" name="account" value={id} checked={chosen.includes(id)} />
            <NetworkMark platform={platform} />
            <span class="grow">
              <span class="one-line">
                <VisibleText text={handle} />
              </span>
              {health.status !== 'healthy' && (
                <span class="what">
                  <VisibleText text={health.action ?? health.reason ?? ''} />
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
