import { inSentence } from '../../base/english.js';
import type { Account } from '../../contract/accounts/accounts.js';
import { REHEARSED } from '../../contract/accounts/rehearsal.js';
import { PLATFORM_NAMES } from '../../contract/platforms.js';
import { plainLine } from '../output/plain-text.js';

/**
 * What to know of accounts that stand together: what holds for their posts, and what of their comments and messages is
 * not read. Each sentence is said once, with the network that it is about, or with the accounts if it does not hold for
 * all those of the network. That they are part of a rehearsal is said elsewhere.
 */
export function accountNotes(accounts: readonly Account[]): readonly string[] {
  const notes = new Map<string, { readonly sentence: string; readonly about: Account[] }>();
  for (const account of accounts) {
    const standing = account.standing.filter((sentence) => sentence !== REHEARSED);
    for (const sentence of [...standing, ...account.inboxNotes]) {
      const key = `${account.platform} ${sentence}`;
      const note = notes.get(key) ?? { sentence, about: [] };
      note.about.push(account);
      notes.set(key, note);
    }
  }
  return [...notes.values()].map(({ sentence, about }) => `${subjectOf(about, accounts)}: ${sentence}`);
}

/** `Facebook`, or `Facebook @northwind and @fernhill`. */
function subjectOf(about: readonly Account[], among: readonly Account[]): string {
  const [first] = about;
  if (first === undefined) return '';
  const { platform } = first;
  const name = PLATFORM_NAMES[platform];
  const isAll = among.filter((account) => account.platform === platform).length === about.length;
  return isAll && among.length > 1
    ? name
    : `${name} ${inSentence(
        about.map(({ handle }) => plainLine(handle)),
        'and',
      )}`;
}
