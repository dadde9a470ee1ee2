import type { Account } from '../../../contract/accounts/accounts.js';
import { isRehearsed, REHEARSED } from '../../../contract/accounts/rehearsal.js';
import { accessMoment, CONNECTABLE_NAMES } from '../../../networks/access.js';
import { boardName } from '../../../networks/boards.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { fittingRows } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';
import { safeHandle, safeUrl, type Untrusted, unsafeHandles, unsafeUrl } from '../../answers/untrusted.js';
import type { CallContext } from '../../call-context.js';
import { handle } from '../../handler.js';
import { listAccounts } from './list-accounts.definition.js';

/** The API's largest page; no known workspace has more accounts. */
const MAX_ACCOUNTS = 100;

export const callListAccounts = handle(listAccounts, async ({ platform, response_format }, call) => {
  const query = { limit: MAX_ACCOUNTS, ...(platform && { platform: [platform] }) };
  const { data: accounts, nextCursor } = await call.client.accounts.list(query, call.request());
  const detailed = response_format === 'detailed';
  const rows = accounts.map((account) => accountFacts(account, detailed));
  const shown = fittingRows(rows);
  const unwell = accounts.filter(({ health }) => health.status !== 'healthy').length;
  return {
    message: `${summary(accounts.length, unwell, platform)}${reality(accounts)}`,
    facts: {
      accounts: rows.slice(0, shown),
      ...((shown < rows.length || nextCursor !== null) && {
        omitted: [`all but the first ${shown} accounts: filter by platform`],
      }),
    },
    untrusted: [
      ...unsafeHandles(accounts.slice(0, shown).map(({ id, handle }) => ({ accountId: id, handle }))),
      ...accounts.slice(0, shown).flatMap((account) => accountWords(account, detailed)),
    ],
    next:
      accounts.length > 0
        ? 'postrider_create_post with platform, platforms or accountIds'
        : await howToConnect(call),
  };
});

function summary(count: number, unwell: number, platform: string | undefined): string {
  const what = `${count} ${platform ? `${platform} ` : ''}account${count === 1 ? ' is' : 's are'} connected`;
  if (count === 0) return `${what}.`;
  return unwell === 0
    ? `${what}, all healthy.`
    : `${what}; ${unwell} need${unwell === 1 ? 's' : ''} attention.`;
}

/** Whether these accounts are real. Who can see a post depends on its standing and its privacy. */
function reality(accounts: readonly Account[]): string {
  if (accounts.length === 0) return '';
  if (accounts.every(isRehearsed)) return ` ${REHEARSED}`;
  return accounts.every(({ simulated }) => simulated)
    ? ' They are simulated: nothing that they publish becomes public.'
    : ' They are real: they publish on the real networks.';
}

/** The page on which a person connects an account. No tool takes a password. */
async function howToConnect(call: CallContext): Promise<string> {
  const { channelsUrl, workspace } = await call.client.me.get(call.request());
  return workspace.sandbox
    ? `Ask the person to connect a simulated account at ${channelsUrl}. Real accounts need a backend started with --live.`
    : `Ask the person to connect an account of ${CONNECTABLE_NAMES} at ${channelsUrl}. Never ask for a password.`;
}

function accountFacts(account: Account, detailed: boolean): Facts {
  const { id, platform, handle, health, limits, capabilities } = account;
  const moment = accessMoment(account);
  const demanded = Object.entries(capabilities.options).filter(([, option]) => option.required);
  return {
    id,
    platform,
    handle: safeHandle(handle),
    simulated: account.simulated,
    health: health.status,
    action: health.action,
    actionUrl: health.actionUrl,
    textLimit: `${limits.text.max} ${unitWord(limits.text.unit)}`,
    postsToday: limits.postsPerDay ? `${limits.postsPerDay.used} of ${limits.postsPerDay.max}` : undefined,
    mediaRequired: capabilities.mediaRequired || undefined,
    standing: account.standing.length === 0 ? undefined : account.standing,
    inboxNotes: account.inboxNotes.length === 0 ? undefined : account.inboxNotes,
    demands: Object.fromEntries(
      demanded.map(([name, { values }]) => [
        name,
        name === 'boardId' && values ? 'the name of a board' : (values ?? 'free text'),
      ]),
    ),
    ...(detailed && {
      postTypes: capabilities.postTypes,
      options: Object.keys(capabilities.options),
      comments: capabilities.comments,
      messages: capabilities.messages,
      profileUrl: safeUrl(account.profileUrl),
      accessEnds: moment?.is === 'ends' ? moment.at : null,
      checkedAt: health.checkedAt,
      lastNoticeAt: account.lastNoticeAt ?? undefined,
      connectedAt: account.connectedAt,
    }),
  };
}

/** Boards that are named: an account can have thousands. */
const MAX_BOARDS = 30;

function boardNames({ list, defaultId }: NonNullable<Account['boards']>): string {
  const names = list
    .slice(0, MAX_BOARDS)
    .map((board) => `${boardName(board, list)}${board.id === defaultId ? ' (default)' : ''}`);
  return [...names, ...(list.length > MAX_BOARDS ? [`and ${list.length - MAX_BOARDS} more`] : [])].join('\n');
}

/** What networks and account holders wrote: why it is not healthy, and with details its name and URL. */
function accountWords(
  { id, displayName, profileUrl, health, boards }: Account,
  detailed: boolean,
): Untrusted[] {
  return [
    ...(boards === null ? [] : [{ about: `boards of ${id}`, text: boardNames(boards) }]),
    ...(health.reason === null ? [] : [{ about: `why ${id} is ${health.status}`, text: health.reason }]),
    ...(detailed
      ? [{ about: `display name of ${id}`, text: displayName }, ...unsafeUrl(id, profileUrl)]
      : []),
  ];
}
