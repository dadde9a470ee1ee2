import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CopiedTable } from '../../../backend/store/postgres/copy-store.js';
import { settingOf } from '../../../client/settings.js';
import { defineCommand, flag, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { canAsk, confirm } from '../../input/prompt.js';
import { progressLine } from '../../output/progress-bar.js';
import { table } from '../../output/table.js';
import { dataFolderSetting } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { dataFailure } from './data-location.js';
import { findRunning } from './running-backend.js';

export const migrateStore = defineCommand({
  name: 'migrate-store',
  group: 'Setup',
  summary: 'Copy a backend’s data from the embedded database to PostgreSQL',
  details: [
    'Stop the backend first. All data is copied and counted in one transaction: if it fails, PostgreSQL is unchanged and you can start over. The embedded database is not changed.',
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
    refuseRunning(folder.value);
    const [{ copyStore }, { shownAddress }] = await Promise.all([
      import('../../../backend/store/postgres/copy-store.js'),
      import('../../../backend/store/postgres/database-unusable.js'),
    ]);
    const where = shownAddress(to);
    await confirmReplacing(options, where, context);
    const copied = await copyStore({
      from: folder.value,
      to,
      replace: options.replace,
      progress: ({ table: name, rows, of }) =>
        context.output.progress((screen) => progressLine(name, rows / of, `${rows} of ${of} rows`, screen)),
    })
      .catch((error: unknown) => {
        throw copyFailure(error, { folder });
      })
      .finally(() => context.output.progress(null));
    const filled = copied.filter(({ rows }) => rows > 0);
    const rows = copied.reduce((sum, one) => sum + one.rows, 0);
    context.output.result({
      data: { from: folder.value, to: where, rows, tables: copied },
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
          `Next: set DATABASE_URL and start the backend with the same folder, which has the uploaded files: ${typed(`serve --data ${JSON.stringify(folder.value)}`)}`,
        ].join('\n'),
    });
  },
});

function refuseRunning(folder: string): void {
  const running = findRunning(folder);
  if (running === null) return;
  throw new CliFailure('refused', `A backend is running on the data in ${folder}: ${running.url}`, {
    changed: 'nothing',
    next: ['Stop it first with Ctrl-C: changes during the copy would be lost.'],
  });
}

async function confirmReplacing(
  { replace, yes }: { readonly replace: boolean; readonly yes: boolean },
  where: string,
  context: Context,
): Promise<void> {
  if (!replace || yes) return;
  if (canAsk(context) && (await confirm(context, `Delete everything in ${where}?`))) return;
  throw new CliFailure('not_confirmed', `--replace deletes everything in ${where} and needs confirmation.`, {
    changed: 'nothing',
    next: ['To confirm, add --yes.'],
  });
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
