import type { Account } from '../../../contract/accounts/accounts.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { fittingRows } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';
import { safeHandle, type Untrusted, unsafeHandles } from '../../answers/untrusted.js';
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
    message: summary(accounts.length, unwell, platform),
    facts: {
      accounts: rows.slice(0, shown),
      ...((shown < rows.length || nextCursor !== null) && {
        omitted: [`all but the first ${shown} accounts: filter by platform`],
      }),
    },
    untrusted: [
      ...unsafeHandles(accounts.map(({ id, handle }) => ({ accountId: id, handle }))),
      ...(detailed ? displayNames(accounts.slice(0, shown)) : []),
    ],
    next:
      accounts.length > 0
        ? 'postrider_create_post with platform, platforms or accountIds'
        : 'Ask the person to connect an account first (dashboard, Accounts).',
  };
});

function summary(count: number, unwell: number, platform: string | undefined): string {
  const what = `${count} ${platform ? `${platform} ` : ''}account${count === 1 ? ' is' : 's are'} connected`;
  if (count === 0) return `${what}.`;
  return unwell === 0
    ? `${what}, all healthy.`
    : `${what}; ${unwell} need${unwell === 1 ? 's' : ''} attention.`;
}

function accountFacts(account: Account, detailed: boolean): Facts {
  const { id, platform, handle, health, limits, capabilities } = account;
  const demanded = Object.entries(capabilities.options).filter(([, option]) => option.required);
  return {
    id,
    platform,
    handle: safeHandle(handle),
    health: health.status,
    reason: health.reason,
    action: health.action,
    actionUrl: health.actionUrl,
    textLimit: `${limits.text.max} ${unitWord(limits.text.unit)}`,
    postsToday: limits.postsPerDay ? `${limits.postsPerDay.used} of ${limits.postsPerDay.max}` : undefined,
    mediaRequired: capabilities.mediaRequired || undefined,
    demands: Object.fromEntries(demanded.map(([name, { values }]) => [name, values ?? 'free text'])),
    ...(detailed && {
      postTypes: capabilities.postTypes,
      options: Object.keys(capabilities.options),
      comments: capabilities.comments,
      messages: capabilities.messages,
      simulated: account.simulated,
      profileUrl: account.profileUrl,
      accessEnds: health.expiresAt,
      checkedAt: health.checkedAt,
      connectedAt: account.connectedAt,
    }),
  };
}

function displayNames(accounts: readonly Account[]): Untrusted[] {
  return accounts.map(({ id, displayName }) => ({ about: `display name of ${id}`, text: displayName }));
}
