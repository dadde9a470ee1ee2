import { resolve } from 'node:path';
import type { GivenKey } from '../../../backend/store/sealing/find-key.js';
import { settingOf } from '../../../client/settings.js';
import { text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

const VARIABLE = 'POSTRIDER_SECRET_KEY';

/** Where the secret key lies, for commands that need it. */
export const SECRET_KEY_OPTIONS = {
  secretKeyFile: text(
    '--secret-key-file <file>',
    `File with the secret key that seals access tokens (default: ${VARIABLE}, else secret.key in the data folder)`,
  ),
} as const;

/** `--secret-key-file`, else POSTRIDER_SECRET_KEY; undefined: the key in the data folder. */
export function givenSecretKey(
  { secretKeyFile }: { readonly secretKeyFile: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): GivenKey | undefined {
  if (secretKeyFile !== undefined) {
    const file = settingOf(secretKeyFile);
    if (file === undefined) throw usageFailure('--secret-key-file has no value.', 'Name the file.');
    return { file: resolve(file) };
  }
  const key = settingOf(env[VARIABLE]);
  return key === undefined ? undefined : { text: key, from: VARIABLE };
}

/** Further advice for a secret key that cannot be used. */
type Advice = readonly string[];

const GIVE_THE_KEY = [
  'Put the file secret.key back into the data folder',
  `Or give the key: --secret-key-file <file>, or set ${VARIABLE}`,
] as const;

const NEXT: Readonly<Record<string, Advice>> = {
  missing: GIVE_THE_KEY,
  other: GIVE_THE_KEY,
  invalid: ['Make a new key only for a new database: openssl rand -base64 32'],
  new_file_missing: [
    'Name the file for the next key, which is made if it does not exist: --new-key-file <file>',
  ],
  unsealed: [`Start the backend once: ${typed('serve')}`],
  rotating: [`Finish it: ${typed('secrets rotate')}, with the same --new-key-file if you gave one`],
};

/** Translates a refused secret key; returns any other error unchanged. */
export function secretKeyFailure(error: unknown, more: Advice = LOST_KEY): unknown {
  if (!(error instanceof Error) || error.name !== 'SecretKeyRefused' || !('reason' in error)) return error;
  const reason = String(error.reason);
  const isLost = reason === 'missing' || reason === 'other';
  return new CliFailure('secret_key', error.message.replaceAll('`', ''), {
    changed: 'nothing',
    next: [...(NEXT[reason] ?? []), ...(isLost ? more : [])],
    data: { reason },
    cause: error,
  });
}

const LOST_KEY: Advice = [
  `If the key is lost: ${typed('backup')}, then ${typed('restore --replace --without-secrets')}. Accounts must then be reconnected`,
];
