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
  group: 'Begin',
  summary: 'Copy a backend’s data from its embedded database into PostgreSQL',
  details: [
    'Stop the backend first. Everything is copied in one transaction and counted: all of it arrives, or nothing does, and you begin again. The embedded database stays as it was.',
    'Uploaded files are not in the database: they stay in the data folder, or in the bucket. Start the backend afterwards with the same --data folder, and with DATABASE_URL.',
  ].join('\n\n'),
  options: {
    from: text('--from <folder>', 'The data folder with the embedded database (default: as for serve)'),
    to: text('--to <url>', 'The PostgreSQL database (default: DATABASE_URL)'),
    replace: flag('--replace', 'Empty the PostgreSQL database first, whatever is in it'),
    yes: flag('-y, --yes', 'Do not ask'),
  },
  examples: [
    {
      type: 'migrate-store --to postgres://postrider:secret@localhost/postrider',
      does: 'Copy this user’s data',
    },
    { type: 'migrate-store --from /var/lib/postrider', does: 'From a folder, into what DATABASE_URL names' },
  ],
  run: async ({ options }, context) => {
    const folder = dataFolderSetting(options.from, context.env);
    const to = settingOf(options.to) ?? settingOf(context.env['DATABASE_URL']);
    if (to === undefined) {
      throw usageFailure(
        'Where to? Name a PostgreSQL database.',
        '--to postgres://user:password@host/database',
      );
    }
    if (!existsSync(join(folder.value, 'postrider.db'))) {
      throw new CliFailure('configuration', `There is no embedded database in ${folder.value}.`, {
        changed: 'nothing',
        next: ['Name the folder: --from <folder>'],
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
          `${rows} rows are in ${where} now; each table was counted in both. ${folder.value} is as it was.`,
          `Next: set DATABASE_URL and start it on the same folder, where its uploaded files are: ${typed(`serve --data ${JSON.stringify(folder.value)}`)}`,
        ].join('\n'),
    });
  },
});

function refuseRunning(folder: string): void {
  const running = findRunning(folder);
  if (running === null) return;
  throw new CliFailure('refused', `A backend is running on the data in ${folder}: ${running.url}`, {
    changed: 'nothing',
    next: ['Stop it first (Ctrl-C where it runs): what it wrote during the copy would be missing.'],
  });
}

async function confirmReplacing(
  { replace, yes }: { readonly replace: boolean; readonly yes: boolean },
  where: string,
  context: Context,
): Promise<void> {
  if (!replace || yes) return;
  if (canAsk(context) && (await confirm(context, `Remove everything that is in ${where}?`))) return;
  throw new CliFailure('not_confirmed', `Nothing was copied: --replace empties ${where} first.`, {
    changed: 'nothing',
    next: ['Say so: --replace --yes'],
  });
}

function copyFailure(error: unknown, place: Parameters<typeof dataFailure>[1]): unknown {
  const isFull = error instanceof Error && 'reason' in error && error.reason === 'not_empty';
  if (!isFull) return dataFailure(error, place);
  return new CliFailure('refused', error.message, {
    changed: 'nothing',
    next: ['Name an empty database, or let this one be emptied first: --replace'],
    cause: error,
  });
}
