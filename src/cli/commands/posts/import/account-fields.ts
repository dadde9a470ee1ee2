import type { JsonObject } from '../../../../base/json.js';
import { type AccountNames, platformOf } from '../../../input/accounts.js';
import { type FieldFault, InvalidPost } from './parsed-post.js';
import { asList } from './post-fields.js';

/** The fields that name networks, and accounts by handle: `bluesky,x:@name`. */
const NETWORK_FIELDS: readonly string[] = ['to', 'platform', 'platforms'];

/** The fields that name accounts. */
const ACCOUNT_FIELDS: readonly string[] = ['account', 'accounts', 'accountIds'];

/**
 * Replaces the handles in a post's fields with account ids. Networks stay where they are.
 *
 * @throws InvalidPost with every word that names no account, or several
 */
export async function withAccountIds(fields: JsonObject, names: AccountNames): Promise<JsonObject> {
  const faults: FieldFault[] = [];
  const resolved: Record<string, unknown> = { ...fields };
  const moved: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const isNetworks = NETWORK_FIELDS.includes(name);
    const words: unknown = isNetworks || ACCOUNT_FIELDS.includes(name) ? asList(value) : null;
    if (!Array.isArray(words)) continue;
    const kept: string[] = [];
    for (const word of words) {
      if (typeof word !== 'string' || (isNetworks && !isAccountWord(word))) kept.push(word);
      else {
        const found = await names.find(word);
        if (!found.ok) faults.push({ field: [name], message: found.message });
        else (isNetworks ? moved : kept).push(found.id);
      }
    }
    resolved[name] = kept;
  }
  if (faults.length > 0) throw new InvalidPost(faults);
  if (moved.length === 0) return resolved;
  const field = ACCOUNT_FIELDS.find((name) => name in resolved) ?? 'accountIds';
  const before = resolved[field];
  return { ...resolved, [field]: [...(Array.isArray(before) ? before : []), ...moved] };
}

/** Whether a word names an account rather than a network. */
function isAccountWord(word: string): boolean {
  return platformOf(word) === null && /[@.:]|^acc_/.test(word);
}
