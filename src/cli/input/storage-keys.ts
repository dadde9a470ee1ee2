import type { PostriderClient } from '../../client/client.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** The form of a storage key. */
const STORAGE_KEY = /^med_[a-z0-9]{20,}$/;

export function isStorageKey(name: string): boolean {
  return STORAGE_KEY.test(name);
}

/** Storage keys for media names: keys are kept, files and URLs are uploaded first. */
export async function readStorageKeys(
  names: readonly string[],
  client: PostriderClient,
  context: Context,
): Promise<string[]> {
  const keys: string[] = [];
  for (const name of names) keys.push(await storageKeyOf(name, client, context));
  return keys;
}

/** The storage key of one media file. Uploading the same bytes again gives the same key. */
export async function storageKeyOf(
  name: string,
  client: PostriderClient,
  { signal }: Context,
): Promise<string> {
  if (isStorageKey(name)) return name;
  if (!/^https?:\/\//i.test(name)) return (await client.media.upload(name, { signal })).key;
  const [medium] = (await client.media.create({ url: name }, { signal })).media;
  if (medium === undefined) throw new CliFailure('failed', 'The backend returned no media file.');
  return medium.key;
}
