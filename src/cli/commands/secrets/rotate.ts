import { resolve } from 'node:path';
import type { FinishedRotation } from '../../../backend/store/sealing/rotate-database.js';
import { defineCommand, text } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { fields } from '../../output/fields.js';
import type { Screen } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { backUpBeforeMigrating } from '../server/backup/before-migrating.js';
import { DATA_OPTIONS, dataFailure, dataLocation } from '../server/data-location.js';
import { refuseRunning } from '../server/replaced-data.js';
import { givenSecretKey, SECRET_KEY_OPTIONS, secretKeyFailure } from '../server/secret-key-options.js';
import { isWithoutData, noData } from '../server/with-store.js';

const STOP_FIRST = 'Stop it first with Ctrl-C: a running backend has the former key.';

export const secretsRotate = defineCommand({
  name: 'secrets rotate',
  group: 'Setup',
  summary: 'Seal access tokens and webhook secrets with a new key',
  details: [
    'Stop the backend first; on PostgreSQL, all processes. Do it when somebody may have seen the key, or to move the key out of the data folder.',
    'Without options, it makes a new key in the data folder. The former one stays there under another name, secret.key.<id>, because older backups open only with it: delete it, or move it, when you no longer need them.',
    '--new-key-file writes the new key to a file elsewhere, or reads it from there. From then on, start the backend with --secret-key-file or POSTRIDER_SECRET_KEY.',
    'If the command is interrupted, run it again in the same way: it continues, and no backend starts in the meantime. A rotation does not change the tokens themselves: if somebody also has the database, reconnect the accounts.',
  ].join('\n\n'),
  options: {
    newKeyFile: text('--new-key-file <file>', 'File for the new key, outside the data folder'),
    ...SECRET_KEY_OPTIONS,
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'secrets rotate', does: 'Change the key in the data folder' },
    {
      type: 'secrets rotate --new-key-file /etc/postrider/secret.key',
      does: 'Move to a key outside the data folder',
    },
    {
      type: 'secrets rotate --secret-key-file old.key --new-key-file new.key',
      does: 'Change a key that is outside the data folder',
    },
  ],
  run: async ({ options }, context) => {
    const place = dataLocation(options, context.env);
    if (isWithoutData(place)) throw noData(place.folder);
    if (place.databaseUrl === undefined) refuseRunning(place.folder.value, STOP_FIRST);
    await backUpBeforeMigrating(place);
    const { rotateDatabase } = await import('../../../backend/store/sealing/rotate-database.js');
    const rotated = await rotateDatabase({
      location: { dataFolder: place.folder.value, databaseUrl: place.databaseUrl },
      secretKey: givenSecretKey(options, context.env),
      newKeyFile: options.newKeyFile === undefined ? undefined : resolve(options.newKeyFile),
    }).catch((error: unknown) => {
      throw rotationFailure(error, place);
    });
    if (rotated === null) {
      throw new CliFailure('refused', `A backend is running on the data in ${place.folder.value}.`, {
        changed: 'nothing',
        next: [STOP_FIRST],
      });
    }
    context.output.result({
      data: { ...rotated },
      brief: [rotated.keyId],
      text: (screen) => textOf(rotated, options.newKeyFile !== undefined, screen),
    });
  },
});

function rotationFailure(error: unknown, place: Parameters<typeof dataFailure>[1]): unknown {
  if (error instanceof Error && 'reason' in error && error.reason === 'in_use') {
    return new CliFailure('refused', error.message, {
      changed: 'nothing',
      next: ['Stop all Postrider processes that use this database, then try again.'],
      cause: error,
    });
  }
  return dataFailure(secretKeyFailure(error), place);
}

function textOf(
  { resealed, broken, wasFinished, keyId, keyFile, formerFile }: FinishedRotation,
  isElsewhere: boolean,
  screen: Screen,
): string {
  return [
    fields(
      [
        ['Key', `${keyId}, in ${keyFile}`],
        ['Former key', wasFinished ? null : (formerFile ?? 'where you keep it')],
        ['Sealed', wasFinished ? 'all secrets, before' : `${resealed} secrets`],
      ],
      screen,
    ),
    '',
    ...(broken.length === 0
      ? []
      : [
          screen.style('yellow', `${broken.length} could not be opened and stay as they are:`),
          ...broken.map((purpose) => `  ${purpose}`),
          'Reconnect these accounts, and rotate the secrets of these webhooks.',
        ]),
    'Backups that were made before open only with the former key. Make a new one.',
    isElsewhere
      ? `Start the backend with the new key: ${typed(`serve --secret-key-file ${JSON.stringify(keyFile)}`)}`
      : `Start the backend: ${typed('serve')}`,
  ].join('\n');
}
