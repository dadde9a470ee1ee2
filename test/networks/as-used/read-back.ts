import { listAt, textAt, valueAt } from '../../../src/backend/networks/requests/json-answer.js';
import type { Pds, PdsAccount } from '../servers/start-pds.js';
import type { Snac, SnacAccount } from '../servers/start-snac.js';

/** The records of an account in a collection, by record key, as the server gives them to everybody. */
export async function recordsAt(
  { origin }: Pds,
  { did }: PdsAccount,
  collection = 'app.bsky.feed.post',
): Promise<ReadonlyMap<string, unknown>> {
  const query = new URLSearchParams({ repo: did, collection, limit: '100' });
  const response = await fetch(`${origin}/xrpc/com.atproto.repo.listRecords?${query}`);
  const records = listAt(await response.json(), 'records');
  return new Map(
    records.map((record) => [textAt(record, 'uri')?.split('/').at(-1) ?? '', valueAt(record, 'value')]),
  );
}

/** The one record with this in its text, and its key. */
export async function recordAt(
  pds: Pds,
  account: PdsAccount,
  text: string,
): Promise<{ readonly key: string; readonly uri: string; readonly value: unknown }> {
  const found = [...(await recordsAt(pds, account))].filter(([, value]) =>
    textAt(value, 'text')?.includes(text),
  );
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(`${found.length} records have “${text}”.`);
  const [key, value] = first;
  return { key, uri: `at://${account.did}/app.bsky.feed.post/${key}`, value };
}

/** A file of the account's repository. */
export async function blobAt({ origin }: Pds, { did }: PdsAccount, cid: string): Promise<Uint8Array> {
  const response = await fetch(
    `${origin}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`,
  );
  if (!response.ok) throw new Error(`The server has no blob ${cid}: HTTP ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What each facet of a record marks, cut from the text by its bytes. */
export function facetsIn(record: unknown): readonly (readonly [string, string])[] {
  const bytes = Buffer.from(textAt(record, 'text') ?? '');
  return listAt(record, 'facets').map((facet) => {
    const [from, to] = [valueAt(facet, 'index', 'byteStart'), valueAt(facet, 'index', 'byteEnd')];
    const marked = bytes.subarray(Number(from), Number(to)).toString();
    const [feature] = listAt(facet, 'features');
    const target = textAt(feature, 'uri') ?? textAt(feature, 'tag') ?? textAt(feature, 'did') ?? '';
    return [marked, target] as const;
  });
}

/** The statuses of an account as its owner sees them, newest first, with those that are not public. */
export async function statusesAt({ origin }: Snac, { token }: SnacAccount): Promise<readonly unknown[]> {
  const response = await fetch(`${origin}/api/v1/timelines/home?limit=40`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const statuses: unknown = await response.json();
  return Array.isArray(statuses) ? statuses : [];
}

/** The one status with this in its text. */
export async function statusAt(snac: Snac, account: SnacAccount, text: string): Promise<unknown> {
  const found = (await statusesAt(snac, account)).filter((one) => textAt(one, 'content')?.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} statuses have “${text}”.`);
  return found[0];
}
