import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { NetworkMark } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { ChannelMedia } from './channel-media.js';
import { Counters } from './counters.js';
import { Editor } from './editor.js';
import { baseField, ownTextsOf, type PostFormValues } from './form-values.js';
import { LinkWords } from './link-card.js';
import { AccountOptions } from './options.js';
import type { CheckResult } from './preview.js';
import type { ShownTrays } from './shown-trays.js';
import { ThreadCards } from './thread-cards.js';

interface TabsProps {
  readonly accounts: readonly Account[];
  readonly entered: PostFormValues;
  readonly checked: CheckResult;
  readonly trays: ShownTrays;
  /** The images and videos. */
  readonly children: Child;
}

/**
 * The common text, and a tab for each chosen channel. Tabs are radio buttons, and the style sheet shows the panel of the
 * chosen one, so that they work without a script.
 */
export function Tabs({ accounts, entered, checked, trays, children }: TabsProps) {
  return (
    <fieldset class="tabbed">
      <legend class="unseen">Text</legend>
      <div class="tab-item">
        <input
          class="unseen tab-radio"
          type="radio"
          name="tab"
          id="tab-all"
          value="all"
          checked={openTab(entered) === 'all'}
        />
        <label class="tab" for="tab-all">
          All channels
        </label>
        <div class="tab-panel">
          <label class="unseen" for="text">
            What do you want to say?
          </label>
          <Editor
            id="text"
            name="text"
            text={entered.text}
            placeholder="What do you want to say?"
            counters="counters-all"
          />
          <Counters
            id="counters-all"
            accountId={null}
            field="text"
            checked={checked}
            ownTexts={ownTextsOf(entered)}
          />
          <LinkWords entered={entered} checked={checked} />
          {children}
        </div>
      </div>
      <div id="own-tabs" class="tab-item">
        <OwnTabs accounts={accounts} entered={entered} checked={checked} trays={trays} />
      </div>
    </fieldset>
  );
}

function openTab({ tab, accountIds }: PostFormValues): string {
  return accountIds.includes(tab) ? tab : 'all';
}

/** A tab for each chosen channel: its text, which begins with the common one, its images and videos, and its options. */
export function OwnTabs({ accounts, entered, checked, trays }: Omit<TabsProps, 'children'>) {
  return (
    <>
      {accounts
        .filter(({ id }) => entered.accountIds.includes(id))
        .map((account) => (
          <OwnTab account={account} accounts={accounts} entered={entered} checked={checked} trays={trays} />
        ))}
    </>
  );
}

interface OwnTabProps extends Omit<TabsProps, 'children'> {
  readonly account: Account;
}

function OwnTab({ account, accounts, entered, checked, trays }: OwnTabProps) {
  const { id, platform, handle } = account;
  const values = entered.options.get(id) ?? new Map<string, readonly string[]>();
  const ownText = values.get('text')?.[0];
  const isOneOfSeveral =
    accounts.filter((one) => one.platform === platform && entered.accountIds.includes(one.id)).length > 1;
  return (
    <div
      class="tab-item"
      id={`tab-item-${id}`}
      data-own={ownText === undefined ? undefined : 'true'}
      data-own-media={entered.ownMedia.has(id) ? 'true' : undefined}
    >
      <input
        class="unseen tab-radio"
        type="radio"
        name="tab"
        id={`tab-${id}`}
        value={id}
        checked={openTab(entered) === id}
      />
      <label class="tab" for={`tab-${id}`} data-state-of={id}>
        <NetworkMark platform={platform} />
        <span class="one-line">
          {isOneOfSeveral ? <VisibleText text={handle} /> : PLATFORM_NAMES[platform]}
        </span>
        <span class="own-dot" title="Has its own text or media">
          <span class="unseen">has its own text or media</span>
        </span>
      </label>
      <div class="tab-panel">
        <p class="own-line small soft">
          <span>
            For <VisibleText text={handle} /> on {PLATFORM_NAMES[platform]}
          </span>
          <span class="if-same">Same text as All channels. Change it here for this channel only.</span>
          <span class="if-own">
            Own text
            <button type="button" class="link-button" data-reset hidden>
              Reset to All
            </button>
          </span>
        </p>
        <ThreadCards account={account} entered={entered} checked={checked} />
        <input type="hidden" name={baseField(id)} value={entered.text} data-base />
        <ChannelMedia account={account} entered={entered} trays={trays} />
        <AccountOptions account={account} values={values} board={boardIn(checked, id)} />
      </div>
    </div>
  );
}

/** The board to which a channel's post would go, as it was checked. */
function boardIn(checked: CheckResult, accountId: string) {
  if ('problem' in checked) return undefined;
  return checked.validation.targets.find((target) => target.accountId === accountId)?.board;
}
