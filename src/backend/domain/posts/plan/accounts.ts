import { accountInMessage } from '../../../../contract/plain-names.js';
import { PLATFORM_NAMES, type Platform } from '../../../../contract/platforms.js';
import type { PostDraft } from '../../../../contract/posts/content.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { AccountRow } from '../../../store/schema.js';
import { choicesOf } from '../../accounts/require-account.js';

type Named = Pick<PostDraft, 'platform' | 'platforms' | 'accountIds'>;

/** The accounts to publish to, and why others could not be determined. */
export interface AccountChoice {
  readonly accounts: readonly AccountRow[];
  /** One per name that stands for no account, or for several. Any one of them rejects the request. */
  readonly refusals: readonly RequestRefused[];
  /** One account of each network that has several to choose from: its rules apply whichever is meant. */
  readonly examples: readonly AccountRow[];
}

/**
 * Resolves the accounts that a request names. A platform stands for its only connected account, or for the one of
 * that platform in `accountIds`. Nothing is guessed: a request that names no account gets none. Every name that does
 * not lead to one account is reported.
 */
export function chooseAccounts(named: Named, connected: readonly AccountRow[]): AccountChoice {
  const chosen = new Map<string, AccountRow>();
  const refusals: RequestRefused[] = [];
  const examples: AccountRow[] = [];
  for (const id of named.accountIds ?? []) {
    const account = connected.find((one) => one.id === id);
    if (account) chosen.set(account.id, account);
    else refusals.push(refuse('account_not_found', `No connected account has the id ${id}.`, connected));
  }
  const platforms = new Set([...(named.platform ? [named.platform] : []), ...(named.platforms ?? [])]);
  for (const platform of platforms) {
    if ([...chosen.values()].some((account) => account.platform === platform)) continue;
    const candidates = connected.filter((account) => account.platform === platform);
    const [only] = candidates;
    if (!only) {
      const message = `No ${PLATFORM_NAMES[platform]} account is connected.`;
      refusals.push(refuse('account_not_found', message, connected));
    } else if (candidates.length > 1) {
      refusals.push(refuse('account_ambiguous', ambiguous(platform, candidates), candidates));
      examples.push(only);
    } else chosen.set(only.id, only);
  }
  return { accounts: [...chosen.values()], refusals, examples };
}

/** The error for a post that is not a draft and names no account. */
export function targetRequired(connected: readonly AccountRow[]): RequestRefused {
  const choices = choicesOf(connected);
  const message =
    choices.length > 0
      ? 'Name the accounts to publish to in `platform`, `platforms` or `accountIds`. Postrider never publishes to all accounts by default.'
      : 'No account is connected yet. Connect one, then name it in `accountIds`.';
  return new RequestRefused('target_required', message, { choices });
}

function ambiguous(platform: Platform, candidates: readonly AccountRow[]): string {
  const handles = candidates.map((account) => `${accountInMessage(account)} (${account.id})`).join(', ');
  return `${candidates.length} ${PLATFORM_NAMES[platform]} accounts are connected: ${handles}. Name one in \`accountIds\`.`;
}

function refuse(
  code: 'account_not_found' | 'account_ambiguous',
  message: string,
  among: readonly AccountRow[],
): RequestRefused {
  return new RequestRefused(code, message, { choices: choicesOf(among) });
}
