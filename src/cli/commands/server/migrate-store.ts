import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseFile } from '../../../backend/store/copy/database-file.js';
import type { CopiedTable } from '../../../backend/store/postgres/copy-store.js';
import { settingOf } from '../../../client/settings.js';
import { defineCommand, flag, text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { progressLine } from '../../output/progress-bar.js';
import { table } from '../../output/table.js';
import { dataFolderSetting } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { backUpBeforeMigrating } from './backup/before-migrating.js';
import { dataFailure } from './data-location.js';
import { confirmReplacing, refuseRunning } from './replaced-data.js';

const STOP_FIRST = 'Stop it first with Ctrl-C: changes during the copy would be lost.';

export const migrateStore = defineCommand({
  name: 'migrate-store',
  group: 'Setup',
  summary: 'Copy a backend’s data from the embedded database to PostgreSQL',
  details: [
    'Stop the backend first. All data is copied and counted in one transaction: if it fails, PostgreSQL is unchanged and you can start over. The embedded database is not changed.',
    'Access tokens and webhook secrets are copied as they are, sealed: the processes on PostgreSQL need the same secret key.',
    'Uploaded files are not in the database: they stay in the data folder or in the bucket. Afterwards, start the backend with DATABASE_URL and the same --data folder.',
  ].join('\n\n'),
  options: {
    from: text('--from <folder>', 'Data folder with the embedded database (default: as for serve)'),
    to: text('--to <url>', 'PostgreSQL database (default: DATABASE_URL)'),
    replace: flag('--replace', 'Delete everything in the PostgreSQL database first'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
  },
  examples: [
    {
      type: 'migrate-store --to postgres://postrider:secret@localhost/postrider',
      does: 'Copy the data in the default folder',
    },
    {
      type: 'migrate-store --from /var/lib/postrider',
      does: 'Copy a folder to the database in DATABASE_URL',
    },
  ],
  run: async ({ options }, context) => {
    const folder = dataFolderSetting(options.from, context.env);
    const to = settingOf(options.to) ?? settingOf(context.env['DATABASE_URL']);
    if (to === undefined) {
      throw usageFailure(
        'No PostgreSQL database was given.',
        'Use --to postgres://user:password@host/database, or set DATABASE_URL',
      );
    }
    if (!existsSync(join(folder.value, 'postrider.db'))) {
      throw new CliFailure('configuration', `No embedded database found in ${folder.value}.`, {
        changed: 'nothing',
        next: ['Choose the folder: --from <folder>'],
      });
    }
    refuseRunning(folder.value, STOP_FIRST);
    const [{ copyStore }, { lockFolder }, { shownAddress }] = await Promise.all([
      import('../../../backend/store/postgres/copy-store.js'),
      import('../../../backend/store/folder-lock.js'),
      import('../../../backend/store/postgres/database-unusable.js'),
    ]);
    const where = shownAddress(to);

    await confirmReplacing(
      options,
      { question: `Delete everything in ${where}?`, effect: `deletes everything in ${where}` },
      context,
    );
    await backUpBeforeMigrating({ folder, databaseUrl: undefined });
    const copy = async (): Promise<readonly CopiedTable[]> => {
      // A backend that started during the copy would accept changes that PostgreSQL lacks.
      const unlock = lockFolder(folder.value);
      if (unlock === null) throw inUse(folder.value);
      try {
        return await copyStore({
          from: folder.value,
          to,
          replace: options.replace,
          progress: ({ table: name, rows, of }) =>
            context.output.progress((screen) =>
              progressLine(name, rows / of, `${rows} of ${of} rows`, screen),
            ),
        });
      } finally {
        unlock();
      }
    };
    const copied = await copy()
      .catch((error: unknown) => {
        throw copyFailure(error, { folder });
      })
      .finally(() => context.output.progress(null));
    const { DatabaseFile } = await import('../../../backend/store/copy/database-file.js');
    const keyId = keyIdIn(DatabaseFile.open(join(folder.value, 'postrider.db')));
    const filled = copied.filter(({ rows }) => rows > 0);
    const rows = copied.reduce((sum, one) => sum + one.rows, 0);
    context.output.result({
      data: { from: folder.value, to: where, rows, tables: copied, keyId },
      brief: [String(rows)],
      text: (screen) =>
        [
          table<CopiedTable>(
            [
              { title: 'TABLE', value: ({ name }) => name },
              { title: 'ROWS', value: (one) => String(one.rows) },
            ],
            filled,
            screen,
          ),
          '',
          `Copied ${rows} rows to ${where} and verified the count of each table. ${folder.value} is unchanged.`,
          ...(keyId === null
            ? []
            : [
                `Access tokens and webhook secrets are sealed with the key ${keyId}. A single process with this folder finds it there. Give it to several processes: --secret-key-file, or POSTRIDER_SECRET_KEY.`,
              ]),
          `Next: set DATABASE_URL and start the backend with the same folder, which has the uploaded files: ${typed(`serve --data ${JSON.stringify(folder.value)}`)}`,
        ].join('\n'),
    });
  },
});

/** The id of the key that sealed the secrets in a database; null: nothing is sealed. */
function keyIdIn(file: DatabaseFile): string | null {
  try {
    return file.sealKeyId();
  } finally {
    file.close();
  }
}

function copyFailure(error: unknown, place: Parameters<typeof dataFailure>[1]): unknown {
  const isFull = error instanceof Error && 'reason' in error && error.reason === 'not_empty';
  if (!isFull) return dataFailure(error, place);
  return new CliFailure('refused', error.message, {
    changed: 'nothing',
    next: ['Choose an empty database, or delete everything in this one first: --replace'],
    cause: error,
  });
}

/** A backend that has just started has no note in the folder yet. */
function inUse(folder: string): CliFailure {
  return new CliFailure('refused', `A backend is running on the data in ${folder}.`, {
    changed: 'nothing',
    next: [STOP_FIRST],
  });
}
