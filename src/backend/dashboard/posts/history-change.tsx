import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { isPlatform, PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { HistoryAction, HistoryEntry, Post } from '../../../contract/posts/posts.js';
import { POST_STATUSES, type PostStatus } from '../../../contract/posts/status.js';
import { optionWords } from '../../../networks/id-words.js';
import { timeForms } from '../../../time/forms.js';
import { optionName } from '../compose/option-words.js';
import { spokenTime } from '../layout/local-times.js';
import { VisibleText } from '../layout/visible-text.js';
import { boardNamed } from './boards-of-post.js';
import { ChangedText } from './changed-text.js';
import { fieldTitle } from './field-names.js';
import { statusWords } from './post-words.js';

/** What turns values into words: the channels’ names, and the workspace’s time zone. */
export interface Reading {
  readonly post: Pick<Post, 'targets'>;
  readonly accounts: readonly Account[];
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly timezone: string;
}

interface HistoryChangeProps {
  readonly action: HistoryAction;
  readonly change: HistoryEntry['changes'][number];
  readonly reading: Reading;
}

/** One change in the history of a post, as a sentence, never as data. */
export function HistoryChange({ action, change, reading }: HistoryChangeProps) {
  const { field, from, to } = change;
  switch (field) {
    case 'text':
      return <TextChange name={fieldTitle(field)} from={textOf(from)} to={textOf(to)} />;
    case 'mediaUrls':
    case 'altTexts':
      return (
        <li>
          {fieldTitle(field)}: {counted(from, to)}
        </li>
      );
    case 'overrides':
      return <OverridesChange from={from} to={to} reading={reading} />;
    case 'sourceId':
      return <li>Source: {to === null ? 'removed' : from === null ? 'added' : 'changed'}</li>;
    case 'reviewNote':
      return to === null ? (
        <li>The note was taken back</li>
      ) : (
        <li>
          Note: “<VisibleText text={textOf(to)} />”
        </li>
      );
    case 'accounts':
      return <AccountsChange action={action} from={listOf(from)} to={listOf(to)} reading={reading} />;
    case 'labels':
      return (
        <TextChange name={fieldTitle(field)} from={listOf(from).join(', ')} to={listOf(to).join(', ')} />
      );
    case 'link':
      return <TextChange name={fieldTitle(field)} from={textOf(from)} to={textOf(to)} />;
    case 'status':
      return (
        <li>
          Status: {statusName(from)} → {statusName(to)}
        </li>
      );
    case 'scheduledAt':
    case 'proposed':
    case 'timezone':
      return (
        <li>
          {fieldTitle(field)}: {timeWords(from, reading)} → {timeWords(to, reading)}
        </li>
      );
    default:
      return <ResolvedOutcome change={change} reading={reading} />;
  }
}

function TextChange({
  name,
  from,
  to,
}: {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}) {
  return (
    <li>
      <details>
        <summary>{to === '' ? `${name} removed` : from === '' ? `${name} added` : `${name} changed`}</summary>
        <ChangedText from={from} to={to} />
      </details>
    </li>
  );
}

interface AccountsChangeProps {
  readonly action: HistoryAction;
  readonly from: readonly unknown[];
  readonly to: readonly unknown[];
  readonly reading: Reading;
}

/** A retry and a cancellation name the channels that they are about. */
function AccountsChange({ action, from, to, reading }: AccountsChangeProps) {
  const added = to.filter((id) => !from.includes(id));
  const removed = from.filter((id) => !to.includes(id));
  const names = (ids: readonly unknown[]) => ids.map((id) => accountName(textOf(id), reading)).join(', ');
  if (action === 'retried' || action === 'cancelled') {
    return (
      <li>
        <VisibleText text={names([...added, ...removed])} />
      </li>
    );
  }
  return (
    <>
      {added.length > 0 && (
        <li>
          {added.length === 1 ? 'Channel' : 'Channels'} added: <VisibleText text={names(added)} />
        </li>
      )}
      {removed.length > 0 && (
        <li>
          {removed.length === 1 ? 'Channel' : 'Channels'} removed: <VisibleText text={names(removed)} />
        </li>
      )}
    </>
  );
}

/** What differs for single networks or accounts. */
function OverridesChange({
  from,
  to,
  reading,
}: {
  readonly from: unknown;
  readonly to: unknown;
  readonly reading: Reading;
}) {
  const old = overridesIn(from, reading);
  const now = overridesIn(to, reading);
  const changed = [...new Set([...old.keys(), ...now.keys()])].flatMap((target) => {
    const before = old.get(target) ?? {};
    const after = now.get(target) ?? {};
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => name !== 'target' && !isSame(before[name], after[name]))
      .map((name) => ({ target, name, before: before[name], after: after[name] }));
  });
  const wordsOf = (target: string, name: string, value: unknown) =>
    name === 'boardId'
      ? boardNamed(textOf(value), reading)
      : optionWords(platformOf(target, reading) ?? target, name, textOf(value));
  return (
    <>
      {changed.map(({ target, name, before, after }) => {
        const title = `${optionName(name).replace(/:.*/, '')} for ${targetName(target, reading)}`;
        return typeof before === 'object' || typeof after === 'object' ? (
          <li>
            <VisibleText text={title} /> changed
          </li>
        ) : (
          <TextChange name={title} from={wordsOf(target, name, before)} to={wordsOf(target, name, after)} />
        );
      })}
    </>
  );
}

/** What somebody said of an unknown outcome: the field is `post on acc_1` or `first_comment 1 on acc_1`. */
function ResolvedOutcome({ change: { field, to }, reading }: Omit<HistoryChangeProps, 'action'>) {
  const [, accountId] = / on (acc_\w+)$/.exec(field) ?? [];
  const outcome = OUTCOMES[textOf(to)];
  if (accountId === undefined) return <li>{optionName(field)} changed</li>;
  return (
    <li>
      <VisibleText text={accountName(accountId, reading)} />
      {outcome === undefined ? '' : `: ${outcome}`}
    </li>
  );
}

const OUTCOMES: Readonly<Record<string, string>> = {
  published: 'it is there',
  send_again: 'it is not there: sent again',
};

/** The overrides by target. One for the only account of a network means the same as one for the network. */
function overridesIn(value: unknown, reading: Reading): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const { options, ...override } of listOf(value).filter(isRecord)) {
    const named = textOf(override['target']);
    const platform = platformOf(named, reading);
    const isOnly = reading.post.targets.filter((one) => one.platform === platform).length === 1;
    const target = platform !== undefined && isOnly ? platform : named;
    // The rarer options are changed one by one, like the others.
    found.set(target, { ...found.get(target), ...(isRecord(options) ? options : {}), ...override });
  }
  return found;
}

/** The network of an account of the post; undefined: the post has no such account. */
function platformOf(accountId: string, { post: { targets } }: Reading): string | undefined {
  return targets.find((target) => target.accountId === accountId)?.platform;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function textOf(value: unknown): string {
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/** `1 → 2`; for as many as before, that they have changed. */
function counted(from: unknown, to: unknown): string {
  const [old, now] = [listOf(from), listOf(to)];
  return old.length === now.length ? 'changed' : `${old.length} → ${now.length}`;
}

function statusName(value: unknown): string {
  const status = textOf(value);
  return isStatus(status) ? statusWords(status).toLowerCase() : status;
}

const isStatus = (name: string): name is PostStatus => POST_STATUSES.some((status) => status === name);

/** `Bluesky @fernhill` */
function accountName(id: string, { post, accounts }: Reading): string {
  const account =
    post.targets.find(({ accountId }) => accountId === id) ?? accounts.find((one) => one.id === id);
  return account
    ? `${PLATFORM_NAMES[account.platform]} ${account.handle}`
    : 'a channel that is no longer connected';
}

/** An override is for a network, or for one account. */
function targetName(target: string, reading: Reading): string {
  return isPlatform(target) ? PLATFORM_NAMES[target] : accountName(target, reading);
}

/** An instant, a time zone, or a proposal. */
function timeWords(value: unknown, zone: Pick<Reading, 'now' | 'timezone'>): string {
  if (isRecord(value)) {
    if (value['scheduleMode'] === 'now') return 'immediately';
    const at = textOf(value['scheduledAt']);
    return at === '' ? 'the next open slot' : timeWords(at, zone);
  }
  const text = textOf(value);
  if (text === '') return 'none';
  const instant = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  const { now, timezone } = zone;
  return Number.isNaN(instant) ? text : spokenTime(timeForms(instant, timezone, now), now);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
