import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { typed } from '../../typed-name.js';
import { givenSecretKey } from '../server/secret-key-options.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, problem, skipped } = findingsOf('machine');

type Env = Readonly<Record<string, string | undefined>>;

/** Where the key lies that seals access tokens on this machine. Does not open the database. */
export async function secretKeyFinding(folder: string, env: Env): Promise<Finding> {
  if (!existsSync(join(folder, 'postrider.db'))) {
    return skipped('secret_key', `There is no database in ${folder}, and so no secret key`, null, { folder });
  }
  const { givenKey } = await import('../../../backend/store/sealing/find-key.js');
  const { KEY_FILE, readKeyFile } = await import('../../../backend/store/sealing/key-file.js');
  const path = join(folder, KEY_FILE);
  try {
    const given = givenSecretKey({ secretKeyFile: undefined }, env);
    if (given !== undefined) {
      const { key, from } = givenKey(given);
      return ok('secret_key', `The secret key is given by ${from}`, { from, keyId: key.id });
    }
    const key = readKeyFile(path);
    if (key === null) {
      return skipped('secret_key', `No secret key in ${folder}: the backend gets it from elsewhere`, null, {
        folder,
      });
    }
    const facts = { from: path, keyId: key.id, besideDatabase: true };
    return ok(
      'secret_key',
      `The secret key lies beside the database, in ${path}. For real accounts, keep it elsewhere: ${typed('secrets rotate --new-key-file <file>')}`,
      facts,
    );
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SecretKeyRefused') throw error;
    return problem(
      'secret_key',
      error.message.replaceAll('`', ''),
      'Put back the right key: a new one opens nothing.',
    );
  }
}
