import type { FoundKey } from '../../../backend/store/sealing/find-key.js';
import type { SecretCount } from '../../../backend/store/sealing/reseal.js';
import type { SealRecord } from '../../../backend/store/sealing/seal-record.js';
import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { fields } from '../../output/fields.js';
import type { Screen } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataLocation, locationText } from '../server/data-location.js';
import { givenSecretKey, SECRET_KEY_OPTIONS } from '../server/secret-key-options.js';
import { withStore } from '../server/with-store.js';

/** The names of what is sealed, by table. */
const KINDS = {
  accounts: 'access tokens of accounts',
  webhooks: 'signing secrets of webhooks',
  connections: 'accounts that are being connected',
  network_apps: 'registrations at servers',
  platform_apps: 'secrets of your apps at networks',
  people: 'secrets of authenticator apps',
  alert_channels: 'addresses for alerts',
  secrets: 'signing secrets of the backend',
} as const satisfies Record<SecretCount['table'], string>;

interface Status {
  readonly where: string;
  readonly record: SealRecord | null;
  /** The id of the key with which the database is sealed. */
  readonly keyId: string | null;
  readonly nextKeyId: string | null;
  readonly key: FoundKey | null;
  /** Why the key cannot be used. */
  readonly refused: string | null;
  readonly counts: readonly SecretCount[];
}

export const secretsStatus = defineCommand({
  name: 'secrets status',
  alone: true,
  group: 'Setup',
  summary: 'Show which key seals access tokens and webhook secrets, and where it lies',
  details: [
    'Access tokens of accounts, signing secrets of webhooks and those of the backend itself are sealed in the database (AES-256-GCM). The key is 32 random bytes, and never shown: only its id, which tells keys apart.',
    'The backend takes the key from --secret-key-file, else from POSTRIDER_SECRET_KEY, else from secret.key in the data folder, which it makes at the first start. With the key beside the database, a copy of the folder has both: for real accounts, keep it elsewhere. Several processes on PostgreSQL need the same key.',
    'Backups do not contain the key. Keep a copy of it in another place: without it, accounts must be reconnected after a restore.',
  ].join('\n\n'),
  options: { ...SECRET_KEY_OPTIONS, ...DATA_OPTIONS },
  examples: [
    { type: 'secrets', does: 'Show the key’s id, where it lies, and what it seals' },
    { type: 'secrets --json', does: 'The same for a script; exits with 12 if the key is not the right one' },
    { type: 'secrets rotate', does: 'Change the key' },
  ],
  run: async ({ options }, context): Promise<ExitKind | undefined> => {
    const place = dataLocation(options, context.env);
    const secretKey = givenSecretKey(options, context.env);
    const [{ findKey }, { countSecrets }, { readSealRecord }, { keyIdOf }] = await Promise.all([
      import('../../../backend/store/sealing/find-key.js'),
      import('../../../backend/store/sealing/reseal.js'),
      import('../../../backend/store/sealing/seal-record.js'),
      import('../../../backend/store/sealing/sealed.js'),
    ]);
    const status = await withStore(place, 'refuse', async ({ store: { db } }): Promise<Status> => {
      const record = await readSealRecord(db);
      const dataFolder = place.folder.value;
      const found =
        record === null
          ? null
          : await findKey({ dataFolder, secretKey, mayMakeKey: false }, record).catch(refusal);
      return {
        where: await locationText(place),
        record,
        keyId: keyIdOf(record?.check ?? ''),
        nextKeyId: keyIdOf(record?.next ?? ''),
        key: found instanceof Error ? null : found,
        refused: found instanceof Error ? found.message.replaceAll('`', '') : null,
        counts: await countSecrets(db),
      };
    });
    const isBeside = place.databaseUrl === undefined && status.key?.inDataFolder === true;
    context.output.result({
      data: dataOf(status, isBeside),
      brief: [status.keyId ?? ''],
      text: (screen) => textOf(status, isBeside, screen),
    });
    return status.refused === null ? undefined : 'secret_key';
  },
});

function refusal(error: unknown): Error {
  if (error instanceof Error && error.name === 'SecretKeyRefused') return error;
  throw error;
}

function dataOf({ where, keyId, nextKeyId, key, refused, counts }: Status, isBeside: boolean) {
  return {
    database: where,
    keyId,
    key: key === null ? null : { from: key.from, besideDatabase: isBeside },
    refused,
    rotatingTo: nextKeyId,
    secrets: counts.map(({ table, column, sealed, inClear }) => ({
      table,
      column,
      sealed: [...sealed.values()].reduce((sum, rows) => sum + rows, 0),
      otherKeys: [...sealed.keys()].filter((id) => id !== keyId && id !== nextKeyId),
      inClear,
    })),
  };
}

function textOf(
  { where, record, keyId, nextKeyId, key, refused, counts }: Status,
  isBeside: boolean,
  screen: Screen,
) {
  if (record === null) {
    return `Nothing is sealed in ${where} yet: the backend makes a key and seals its secrets when it starts.`;
  }
  const { style } = screen;
  return [
    fields(
      [
        ['Database', where],
        ['Sealed with', `the key ${keyId}`],
        ['Key', key === null ? style('red', refused ?? 'not found') : key.from],
        ...Object.entries(KINDS).map(([table, kind]): readonly [string, string] => [
          'Sealed',
          `${countOf(counts, table)} ${kind}`,
        ]),
      ],
      screen,
    ),
    '',
    ...(nextKeyId === null
      ? []
      : [
          `${style('yellow', `A rotation to the key ${nextKeyId} is not finished`)}, and no backend starts before: ${typed('secrets rotate')}`,
        ]),
    ...clearLines(counts, screen),
    isBeside
      ? `The key lies beside the database: a copy of the folder has both. To keep it elsewhere, stop the backend and run ${typed('secrets rotate --new-key-file <file>')}`
      : 'The key is not in backups: keep a copy of it in another place.',
  ].join('\n');
}

function countOf(counts: readonly SecretCount[], table: string): number {
  return counts
    .filter((one) => one.table === table)
    .flatMap(({ sealed }) => [...sealed.values()])
    .reduce((sum, rows) => sum + rows, 0);
}

function clearLines(counts: readonly SecretCount[], { style }: Screen): string[] {
  const inClear = counts.reduce((sum, one) => sum + one.inClear, 0);
  if (inClear === 0) return [];
  return [
    `${style('yellow', `${inClear} are in clear`)}, written by an older version. A rotation seals them: ${typed('secrets rotate')}`,
  ];
}
