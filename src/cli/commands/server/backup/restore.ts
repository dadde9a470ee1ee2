import { createReadStream, existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { BackupManifest } from '../../../../backend/domain/backup/manifest.js';
import type { Unpacked } from '../../../../backend/domain/backup/read-archive.js';
import type { Restored, RestoreProgress } from '../../../../backend/domain/backup/restore.js';
import { byteSize } from '../../../../networks/count/byte-size.js';
import { defineCommand, flag } from '../../../command.js';
import type { Context } from '../../../context.js';
import { usageFailure } from '../../../failure.js';
import { fields } from '../../../output/fields.js';
import { plainLine } from '../../../output/plain-text.js';
import type { Screen } from '../../../output/table.js';
import { typed } from '../../../typed-name.js';
import { DATA_OPTIONS, type DataLocation, dataLocation, locationText } from '../data-location.js';
import { mediaStoreOf, S3_OPTIONS } from '../media-options.js';
import { confirmReplacing, refuseRunning } from '../replaced-data.js';
import { givenSecretKey, SECRET_KEY_OPTIONS } from '../secret-key-options.js';
import { backupFailure } from './backup-failure.js';
import { progressDrawing, type Step } from './draw-progress.js';

const STDIN = '-';

export const restore = defineCommand({
  name: 'restore',
  group: 'Setup',
  summary: 'Restore a backup into an empty data folder or PostgreSQL database',
  details: [
    'Stop the backend first. The whole backup is unpacked and checked before anything is changed: names, length, SHA-256 sums, the database, the rows of each table. Then everything is put in place, or nothing.',
    'Nothing is published twice. The database does not know what was published after the backup was made. So posts that were due since then, or were being published, become `unknown`: check the account, then use `posts resolve`. Replies and messages that were being sent become `unknown` too. Posts that are scheduled for later become `missed`: publish them with `posts publish --at …`, or cancel them. With --keep-scheduled they stay scheduled. Use it only if the original backend is stopped for good, and nothing was published, changed or cancelled there after the backup.',
    'Everyone is signed out of the dashboard, and pending deliveries to webhooks are not sent. API keys that were revoked after the backup work again: check `keys list`. Accounts whose tokens were renewed after the backup may have to be reconnected.',
    'The access tokens of accounts and the secrets of webhooks are sealed in the backup, and open only with the secret key of the original backend, which is not in the backup: put its secret.key into the data folder, or give it with --secret-key-file. Without the key, --without-secrets restores all else: accounts must then be reconnected, and webhooks need new secrets.',
    'If you encrypted the file yourself, decrypt it first.',
  ].join('\n\n'),
  arguments: [
    {
      name: '<file>',
      description: 'File that `backup` wrote, or - for standard input',
      completes: 'file',
    },
  ],
  options: {
    check: flag('--check', 'Only check the backup; needs space for its database in the temporary folder'),
    keepScheduled: flag(
      '--keep-scheduled',
      'Publish posts that are scheduled for later. Only if the original backend is stopped for good',
    ),
    replace: flag('--replace', 'Replace the data that is there. An embedded database is kept aside'),
    withoutSecrets: flag(
      '--without-secrets',
      'Restore without access tokens and webhook secrets, if the secret key is lost',
    ),
    ...SECRET_KEY_OPTIONS,
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
    ...DATA_OPTIONS,
    ...S3_OPTIONS,
  },
  examples: [
    { type: 'restore --check postrider-backup-20261123T020000Z.tar.gz', does: 'Check a backup' },
    {
      type: 'restore postrider-backup-20261123T020000Z.tar.gz --data /var/lib/postrider',
      does: 'Restore it into an empty folder',
    },
    {
      type: 'restore backup.tar.gz --keep-scheduled',
      does: 'Move to another machine: the original was stopped before the backup',
    },
    {
      type: 'restore - --data /var/lib/postrider',
      does: 'Read standard input, such as what age -d decrypts',
    },
  ],
  run: async ({ arguments: [file = STDIN], options }, context) => {
    const place = dataLocation(options, context.env);
    const archive = openArchive(file, context);
    const draw = progressDrawing(context);
    const common = {
      archive,
      signal: context.signal,
      progress: (done: RestoreProgress) => draw(stepOf(done)),
    };
    const work = async (): Promise<void> => {
      if (options.check) return check(common, file, context);
      refuseRunning(
        place.folder.value,
        'Stop it first with Ctrl-C, or restore into another folder: --data <folder>',
      );
      const where = await locationText(place);
      await confirmReplacing(
        options,
        { question: `Replace the data in ${where}?`, effect: `replaces the data in ${where}` },
        context,
      );
      const [{ restoreBackup }, { systemClock }, { randomIds }, storage] = await Promise.all([
        import('../../../../backend/domain/backup/restore.js'),
        import('../../../../backend/base/clock.js'),
        import('../../../../backend/base/ids.js'),
        bucketOf(options, place, context),
      ]);
      const restored = await restoreBackup({
        ...common,
        location: { dataFolder: place.folder.value, databaseUrl: place.databaseUrl },
        storage,
        replace: options.replace,
        keepScheduled: options.keepScheduled,
        secretKey: givenSecretKey(options, context.env),
        withoutSecrets: options.withoutSecrets,
        clock: systemClock,
        ids: randomIds,
      });
      context.output.progress(null);
      report(restored, place, await locationText(place), context);
    };
    await work()
      .catch(async (error: unknown) => {
        throw await backupFailure(error, place, [
          'Restore into an empty folder or database, or replace what is there: --replace',
        ]);
      })
      .finally(() => context.output.progress(null));
  },
});

type Common = {
  readonly archive: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  readonly progress: (done: RestoreProgress) => void;
};

async function check(common: Common, file: string, context: Context): Promise<void> {
  const { checkBackup } = await import('../../../../backend/domain/backup/restore.js');
  const checked = await checkBackup(common, tmpdir());
  context.output.progress(null);
  const rows = rowsOf(checked.manifest);
  context.output.result({
    data: { file, ok: true, ...factsOf(checked), keyId: checked.keyId },
    brief: ['ok'],
    text: (screen) =>
      [
        fields([['Backup', file], ...manifestFields(checked, rows)], screen),
        '',
        'The backup is complete and undamaged.',
        ...keyNeeded(checked.keyId),
      ].join('\n'),
  });
}

function openArchive(file: string, { stdin }: Context): AsyncIterable<Uint8Array> {
  if (file === STDIN) {
    if (stdin.isTTY === true) throw usageFailure('Standard input is a terminal.', 'Name a file.');
    return stdin;
  }
  const path = resolve(file);
  if (!existsSync(path)) throw usageFailure(`There is no file ${plainLine(path)}.`);
  if (statSync(path).isDirectory())
    throw usageFailure(`${plainLine(path)} is a folder.`, 'Name a file in it.');
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

async function bucketOf(
  options: Parameters<typeof mediaStoreOf>[0],
  { folder }: DataLocation,
  context: Context,
) {
  const s3 = await mediaStoreOf(options, context.env);
  if (s3 === null) return null;
  const [{ openStorage }, { systemClock }] = await Promise.all([
    import('../../../../backend/files/open-storage.js'),
    import('../../../../backend/base/clock.js'),
  ]);
  return openStorage({ dataFolder: folder.value, s3, now: systemClock.now() });
}

function stepOf(done: RestoreProgress): Step {
  switch (done.step) {
    case 'unpack': {
      const part = done.of === 0 ? null : done.bytes / done.of;
      return { name: 'Unpacking', done: part, beside: `${byteSize(done.bytes)} of ${byteSize(done.of)}` };
    }
    case 'copy':
      return { name: done.table, done: done.rows / done.of, beside: `${done.rows} of ${done.of} rows` };
    default:
      return { name: STEPS[done.step], done: null, beside: '' };
  }
}

const STEPS = {
  check: 'Checking the database',
  hold: 'Holding posts',
  files: 'Moving files',
  install: 'Installing',
} as const;

function rowsOf({ database }: BackupManifest): number {
  return Object.values(database.tables).reduce((sum, some) => sum + some, 0);
}

function factsOf({ manifest, mediaFiles, mediaBytes }: Unpacked): Record<string, unknown> {
  const { createdAt, format, postrider, database, media } = manifest;
  return {
    ...{ createdAt, format, postrider },
    database: { ...database, rows: rowsOf(manifest) },
    media: { included: media.included, files: mediaFiles, bytes: mediaBytes },
    encrypted: false,
  };
}

function manifestFields(
  { manifest, mediaFiles, mediaBytes }: Unpacked,
  rows: number,
): readonly (readonly [string, string])[] {
  const { createdAt, postrider, media } = manifest;
  return [
    ['As of', `${createdAt}, made by Postrider ${postrider}`],
    ['Database', `${rows} rows`],
    [
      'Files',
      media.included ? `${mediaFiles}, ${byteSize(mediaBytes)}` : 'not in the backup: copy them yourself',
    ],
  ];
}

function report(restored: Restored, place: DataLocation, where: string, { output }: Context): void {
  const { held, activeKeys, former, manifest, keyId, forgotten } = restored;
  output.result({
    data: { to: where, ...factsOf(restored), held, activeKeys, former, keyId, forgotten },
    brief: [where],
    text: (screen) =>
      [
        fields(
          [
            ['Restored to', where],
            ...manifestFields(restored, rowsOf(manifest)),
            ['Kept aside', former ?? ''],
          ],
          screen,
        ),
        '',
        ...heldLines(restored, screen),
        ...keyLines(activeKeys, manifest.createdAt),
        ...forgottenLines(restored, screen),
        '',
        `Start the backend: ${typed(`serve --data ${JSON.stringify(place.folder.value)}`)}`,
      ].join('\n'),
  });
}

function heldLines({ held, manifest }: Restored, { style }: Screen): string[] {
  const { inDoubt, scheduled, kept, replies, deliveries } = held;
  const made = manifest.createdAt;
  return [
    ...(inDoubt === 0
      ? []
      : [
          `${style('yellow', `${inDoubt} ${inDoubt === 1 ? 'target is' : 'targets are'} unknown`)}: due or being published since ${made}, so they may be out. Check the accounts, then resolve each:`,
          `  ${typed('posts list --status unknown')}`,
        ]),
    ...(scheduled === 0
      ? []
      : [
          `${style('yellow', `${scheduled} scheduled ${scheduled === 1 ? 'target is' : 'targets are'} held`)} as missed, and will not be published automatically. Publish each at a time (posts publish --at …), or cancel it:`,
          `  ${typed('posts list --status missed')}`,
          '  If the original is stopped for good and unchanged since the backup, restore again with --replace --keep-scheduled.',
        ]),
    ...(kept === 0
      ? []
      : [
          `${kept} ${kept === 1 ? 'target stays' : 'targets stay'} scheduled. The original must not run again.`,
        ]),
    ...(replies === 0
      ? []
      : [
          `${replies} ${replies === 1 ? 'reply or message is' : 'replies and messages are'} unknown: check them on the network, then resolve each.`,
        ]),
    ...(deliveries === 0
      ? []
      : [
          `${deliveries} pending webhook ${deliveries === 1 ? 'delivery was' : 'deliveries were'} not sent: they may have arrived since ${made}.`,
        ]),
  ];
}

function keyNeeded(keyId: string | null): string[] {
  if (keyId === null) return [];
  return [
    `To restore its access tokens and webhook secrets, you need the secret key ${keyId} of the original backend.`,
  ];
}

function forgottenLines({ forgotten }: Restored, { style }: Screen): string[] {
  if (forgotten === null) return [];
  const { accounts, webhooks } = forgotten;
  return [
    `${style('yellow', `${accounts} ${accounts === 1 ? 'account' : 'accounts'} must be reconnected`)}: access tokens were not restored.`,
    ...(webhooks === 0
      ? []
      : [
          `${style('yellow', `${webhooks} ${webhooks === 1 ? 'webhook is' : 'webhooks are'} paused`)}: signing secrets were not restored. For each: ${typed('webhooks rotate-secret <id>')}, give the secret to its receiver, then ${typed('webhooks update <id> --resume')}`,
        ]),
  ];
}

function keyLines(activeKeys: number, made: string): string[] {
  if (activeKeys === 0) return [];
  return [
    `${activeKeys} API ${activeKeys === 1 ? 'key works' : 'keys work'}, also if revoked after ${made}: check ${typed('keys list')}`,
  ];
}
