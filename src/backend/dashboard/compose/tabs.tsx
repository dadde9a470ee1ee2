import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { NetworkMark } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { Counters } from './counters.js';
import { baseField, type PostFormValues } from './form-values.js';
import { AccountOptions } from './options.js';
import type { CheckResult } from './preview.js';

interface TabsProps {
  readonly accounts: readonly Account[];
  readonly entered: PostFormValues;
  readonly checked: CheckResult;
  /** The images and videos. */
  readonly children: Child;
}

/**
 * The common text, and a tab for each chosen channel. Tabs are radio buttons, and the style sheet shows the panel of the
 * chosen one, so that they work without a script.
 */
export function Tabs({ accounts, entered, checked, children }: TabsProps) {
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
            tab="all"
          />
          <Counters tab="all" checked={checked} ownTexts={ownTextsOf(entered)} />
          {children}
        </div>
      </div>
      <div id="own-tabs" class="tab-item">
        <OwnTabs accounts={accounts} entered={entered} checked={checked} />
      </div>
    </fieldset>
  );
}

/** The accounts with a text of their own. */
export function ownTextsOf({ options }: PostFormValues): ReadonlySet<string> {
  return new Set([...options].flatMap(([accountId, values]) => (values.has('text') ? [accountId] : [])));
}

function openTab({ tab, accountIds }: PostFormValues): string {
  return accountIds.includes(tab) ? tab : 'all';
}

/** A tab for each chosen channel: its text, which begins with the common one, and its options. */
export function OwnTabs({ accounts, entered, checked }: Omit<TabsProps, 'children'>) {
  return (
    <>
      {accounts
        .filter(({ id }) => entered.accountIds.includes(id))
        .map((account) => (
          <OwnTab account={account} accounts={accounts} entered={entered} checked={checked} />
        ))}
    </>
  );
}

interface OwnTabProps extends Omit<TabsProps, 'children'> {
  readonly account: Account;
}

function OwnTab({ account, accounts, entered, checked }: OwnTabProps) {
  const { id, platform, handle } = account;
  const values = entered.options.get(id) ?? new Map<string, readonly string[]>();
  const ownText = values.get('text')?.[0];
  const isOneOfSeveral =
    accounts.filter((one) => one.platform === platform && entered.accountIds.includes(one.id)).length > 1;
  const field = `o.${id}.text`;
  return (
    <div class="tab-item" id={`tab-item-${id}`} data-own={ownText === undefined ? undefined : 'true'}>
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
        <span class="own-dot" title="Has its own text">
          <span class="unseen">has its own text</span>
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
        <label class="unseen" for={field}>
          Text for {PLATFORM_NAMES[platform]} {handle}
        </label>
        <Editor
          id={field}
          name={field}
          text={ownText ?? entered.text}
          placeholder="Same as All channels"
          tab={id}
          isOwn
        />
        <input type="hidden" name={baseField(id)} value={entered.text} data-base />
        <Counters tab={id} checked={checked} ownTexts={ownTextsOf(entered)} />
        <AccountOptions account={account} values={values} />
      </div>
    </div>
  );
}

interface EditorProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly placeholder: string;
  readonly tab: string;
  readonly isOwn?: boolean;
}

/** A text that grows with its content. A script marks in the layer behind it what is too long. */
function Editor({ id, name, text, placeholder, tab, isOwn = false }: EditorProps) {
  return (
    <div class="editor">
      <div class="excess" aria-hidden="true" data-excess={tab} />
      <textarea
        id={id}
        name={name}
        rows={isOwn ? 4 : 6}
        dir="auto"
        placeholder={placeholder}
        aria-describedby={`counters-${tab}`}
        {...(isOwn && { 'data-own-text': true })}
      >
        {text}
      </textarea>
    </div>
  );
}
