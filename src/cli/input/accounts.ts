import { nearestName } from '../../base/nearest-name.js';
import type { PostriderClient } from '../../client/client.js';
import { type Account, AccountParams } from '../../contract/accounts/accounts.js';
import type { AccountId } from '../../contract/ids.js';
import {
  isPlatform,
  PLATFORM_ALIASES,
  PLATFORM_NAMES,
  PLATFORMS,
  type Platform,
} from '../../contract/platforms.js';
import type { Context } from '../context.js';
import { usageFailure } from '../failure.js';
import { plainLine } from '../output/plain-text.js';
import { typed } from '../typed-name.js';
import { connectFirst } from './connect-first.js';

/** How help names an account. */
const ACCOUNT_FORMS = 'its handle (x:@name or @name) or its id (acc_…)';

/** The argument of every command on an account. */
export const ACCOUNT_ARGUMENT = { name: '<account>', description: `The account: ${ACCOUNT_FORMS}` } as const;

/** An account that a word names, or why it names none. */
export type FoundAccount =
  | { readonly ok: true; readonly id: AccountId }
  | { readonly ok: false; readonly message: string };

/** Finds accounts by the words that people type. The accounts are listed only when a handle is looked up. */
export class AccountNames {
  readonly #client: PostriderClient;
  readonly #signal: AbortSignal;
  #accounts: Promise<readonly Account[]> | null = null;

  constructor(client: PostriderClient, { signal }: Pick<Context, 'signal'>) {
    this.#client = client;
    this.#signal = signal;
  }

  /** @param word `acc_…`, `@handle`, `handle` or `network:@handle` */
  async find(word: string): Promise<FoundAccount> {
    const byId = AccountParams.safeParse({ id: word });
    if (byId.success) return { ok: true, id: byId.data.id };
    const { platform, prefix, handle } = split(word);
    if (prefix !== null && platform === null) return { ok: false, message: unknownNetwork(prefix, word) };
    const all = await this.#list();
    const among = platform === null ? all : all.filter((account) => account.platform === platform);
    const matching = among.filter((account) => plainHandle(account.handle) === plainHandle(handle));
    const [only, ...others] = matching;
    if (only !== undefined && others.length === 0) return { ok: true, id: only.id };
    return {
      ok: false,
      message: only === undefined ? notFound(word, platform, among) : ambiguous(word, matching),
    };
  }

  #list(): Promise<readonly Account[]> {
    this.#accounts ??= listAll(this.#client, this.#signal);
    return this.#accounts;
  }
}

export async function listAll(client: PostriderClient, signal: AbortSignal): Promise<readonly Account[]> {
  const all: Account[] = [];
  for await (const account of client.accounts.list({ limit: 100 }, { signal })) all.push(account);
  return all;
}

/** Where to publish, as a request names it. */
export interface Targets {
  readonly platforms?: Platform[];
  readonly accountIds?: AccountId[];
}

/**
 * Reads `--to`, which takes networks and accounts, and `--account`, which takes accounts.
 *
 * @throws CliFailure with every word that names nothing, or several accounts
 */
export async function readTargets(
  { to, account }: { readonly to: readonly string[]; readonly account: readonly string[] },
  client: PostriderClient,
  context: Context,
): Promise<Targets> {
  const names = new AccountNames(client, context);
  const platforms = new Set<Platform>();
  const accountIds = new Set<AccountId>();
  const faults: string[] = [];
  const add = (found: FoundAccount, flag: string): void => {
    if (found.ok) accountIds.add(found.id);
    else faults.push(`${flag}: ${found.message}`);
  };
  for (const word of to) {
    const platform = platformOf(word);
    if (platform !== null) platforms.add(platform);
    else if (looksLikeNetwork(word)) faults.push(`--to: ${unknownNetwork(word, word)}`);
    else add(await names.find(word), '--to');
  }
  for (const word of account) add(await names.find(word), '--account');
  if (faults.length > 0) throw faultsFailure(faults);
  return {
    ...(platforms.size > 0 && { platforms: [...platforms] }),
    ...(accountIds.size > 0 && { accountIds: [...accountIds] }),
  };
}

/** Reads the accounts of an option. @throws CliFailure with every word that names none */
export async function readAccounts(
  words: readonly string[],
  client: PostriderClient,
  context: Context,
): Promise<AccountId[]> {
  const { accountIds = [] } = await readTargets({ to: [], account: words }, client, context);
  return accountIds;
}

/** Reads the account that an argument or an option names. @throws CliFailure */
export async function readAccount(
  word: string,
  client: PostriderClient,
  context: Context,
): Promise<AccountId> {
  const found = await new AccountNames(client, context).find(word);
  if (found.ok) return found.id;
  throw faultsFailure([found.message]);
}

/** The filter of a list by one account; empty if none was given. @throws CliFailure */
export async function accountFilter(
  word: string | undefined,
  client: PostriderClient,
  context: Context,
): Promise<{ readonly accountId?: AccountId }> {
  return word === undefined ? {} : { accountId: await readAccount(word, client, context) };
}

function faultsFailure(faults: readonly string[]): Error {
  const [only = '', ...others] = faults;
  const message = others.length === 0 ? only : [`${faults.length} names to fix:`, ...faults].join('\n');
  return usageFailure(message, `List accounts: ${typed('accounts')}`);
}

/** The network that a word names, by its name or an alias; null for any other word. */
export function platformOf(word: string): Platform | null {
  const name = word.toLowerCase();
  return isPlatform(name) ? name : (PLATFORM_ALIASES[name] ?? null);
}

/** Whether an unknown word is a misspelt network rather than a handle. */
function looksLikeNetwork(word: string): boolean {
  return !/[@.:]/.test(word) && !word.startsWith('acc_');
}

function unknownNetwork(name: string, word: string): string {
  const meant = nearestName(name, PLATFORMS);
  const rest = word.slice(name.length);
  return meant === undefined
    ? `Unknown network "${name}". Networks: ${PLATFORMS.join(', ')}.`
    : `Unknown network "${name}". Did you mean ${meant}${rest}?`;
}

/** The parts of `network:@handle`; a handle of its own may contain no colon. */
function split(word: string): { platform: Platform | null; prefix: string | null; handle: string } {
  const at = word.indexOf(':');
  if (at < 0) return { platform: null, prefix: null, handle: word };
  const prefix = word.slice(0, at);
  return { platform: platformOf(prefix), prefix, handle: word.slice(at + 1) };
}

function plainHandle(handle: string): string {
  return handle.trim().replace(/^@/, '').toLowerCase();
}

/** What to type for an account: `x:@name`. */
export function accountWord({
  platform,
  handle,
}: {
  readonly platform: string;
  readonly handle: string;
}): string {
  const word = `${platform}:${plainLine(handle)}`;
  return /\s/.test(word) ? `"${word}"` : word;
}

function ambiguous(word: string, matching: readonly Account[]): string {
  const distinct = new Set(matching.map(accountWord)).size === matching.length;
  const choices = matching.map((account) =>
    distinct ? accountWord(account) : `${accountWord(account)} (${account.id})`,
  );
  return `"${word}" is the handle of ${matching.length} accounts. ${distinct ? 'Use' : 'Use the id of'} one: ${choices.join(', ')}.`;
}

function notFound(word: string, platform: Platform | null, among: readonly Account[]): string {
  const where = platform === null ? '' : ` on ${PLATFORM_NAMES[platform]}`;
  if (word.startsWith('acc_')) return `"${word}" is not a complete account id.`;
  if (among.length === 0) return `No account is connected${where}: ${connectFirst(null)}.`;
  const wanted = plainHandle(split(word).handle);
  const near = nearestName(
    wanted,
    among.map(({ handle }) => plainHandle(handle)),
  );
  const meant = among.find(({ handle }) => plainHandle(handle) === near);
  if (meant !== undefined)
    return `No account${where} has the handle "${word}". Did you mean ${accountWord(meant)}?`;
  const some = among.slice(0, MAX_SHOWN).map(accountWord).join(', ');
  return `No account${where} has the handle "${word}". Connected: ${some}${among.length > MAX_SHOWN ? ', …' : ''}.`;
}

/** Accounts named in an error. */
const MAX_SHOWN = 5;
