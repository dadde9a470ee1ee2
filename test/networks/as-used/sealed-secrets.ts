import { type DatabaseLocation, openDatabase } from '../../../src/backend/store/open-database.js';
import { type GivenKey, givenKey } from '../../../src/backend/store/sealing/find-key.js';
import { resealAll } from '../../../src/backend/store/sealing/reseal.js';
import { isSealed, unseal } from '../../../src/backend/store/sealing/sealed.js';
import { isRecord } from '../../../src/base/is-record.js';

/** Of what is sealed in JSON, the fields that are secret in themselves. */
const SECRET_FIELD = /token$|secret|verifier|privateKey|^d$/i;

/** Every secret that a database holds, opened with its key; what it belongs to, by secret. */
export async function sealedSecrets(
  location: DatabaseLocation,
  secretKey: GivenKey,
): Promise<ReadonlyMap<string, string>> {
  const { key } = givenKey(secretKey);
  const found = new Map<string, string>();
  const store = await openDatabase(location);
  try {
    await resealAll(store, ({ text, purpose }) => {
      if (!isSealed(text)) throw new Error(`${purpose} is not sealed.`);
      for (const secret of secretsIn(unseal(key, purpose, text))) found.set(secret, purpose);
      return null;
    });
  } finally {
    await store.close();
  }
  return found;
}

function secretsIn(text: string): readonly string[] {
  if (!text.startsWith('{')) return [text];
  const fields: unknown = JSON.parse(text);
  return isRecord(fields) ? fieldsIn(fields) : [];
}

function fieldsIn(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isRecord(value)) return fieldsIn(value);
    if (typeof value !== 'string' || value === '') return [];
    if (value.startsWith('{')) return secretsIn(value);
    return SECRET_FIELD.test(name) ? [value] : [];
  });
}
