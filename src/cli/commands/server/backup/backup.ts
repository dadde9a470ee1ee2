import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { BackupMade, BackupProgress, FoundFiles } from '../../../../backend/domain/backup/backup.js';
import type { MediaStorage } from '../../../../backend/files/storage.js';
import { byteSize } from '../../../../networks/count/byte-size.js';
import { choice, defineCommand } from '../../../command.js';
import type { Context } from '../../../context.js';
import type { ExitKind } from '../../../exit-codes.js';
import { usageFailure } from '../../../failure.js';
import { fields } from '../../../output/fields.js';
import { plainLine } from '../../../output/plain-text.js';
import type { Screen } from '../../../output/table.js';
import { typed } from '../../../typed-name.js';
import { DATA_OPTIONS, type DataLocation, dataLocation, locationText } from '../data-location.js';
import { mediaStoreOf, S3_OPTIONS } from '../media-options.js';
import { isWithoutData, noData } from '../with-store.js';
import { backupFailure } from './backup-failure.js';
import { progressDrawing, type Step } from './draw-progress.js';

const MEDIA = ['local', 'all', 'none'] as const;
type MediaChoice = (typeof MEDIA)[number];

/** Standard output, as an argument. */
const STDOUT = '-';

export const backup = defineCommand({
  name: 'backup',
  group: 'Setup',
  summary: 'Write a backup of a backend’s data, while it runs',
  details: [
    'Writes one file (.tar.gz) with the database as it is at one instant, and the uploaded files. The backend can go on running. It works for both databases, and `restore` reads it into either.',
    'The access tokens of connected accounts and the secrets of webhooks are in it sealed, and the secret key that opens them is not: keep a copy of secret.key, or of POSTRIDER_SECRET_KEY, in another place. Without it, restored accounts must be reconnected. API keys and the admin password are in it only as hashes. Everything else, such as posts and messages, is not encrypted. Only you can read the file (mode 600). Before you store it elsewhere, encrypt it: see the second-last example.',
    '--media chooses the files: `local` includes those in the data folder, but not those in an S3 bucket; `all` includes both; `none` leaves them out.',
    'Without a name, the file gets one with the time in UTC, in the current folder. An existing file is never replaced.',
  ].join('\n\n'),
  arguments: [
    {
      name: '[file]',
      description: 'File to write, a folder to write it into, or - for standard output',
      completes: 'file',
    },
  ],
  options: {
    media: choice('--media <which>', 'Uploaded files to include; local by default', MEDIA),
    ...DATA_OPTIONS,
    ...S3_OPTIONS,
  },
  examples: [
    { type: 'backup', does: 'Write postrider-backup-<time>.tar.gz to the current folder' },
    { type: 'backup /mnt/backups', does: 'Write it to another folder, for example every night' },
    { type: 'backup --media none --quiet', does: 'Leave out files, and print only the file name' },
    { type: 'backup - | age -r age1… > postrider.tar.gz.age', does: 'Encrypt it on the way' },
    { type: 'restore --check postrider-backup-20261123T020000Z.tar.gz', does: 'Check a backup' },
  ],
  run: async ({ arguments: [file], options }, context): Promise<ExitKind | undefined> => {
    const place = dataLocation(options, context.env);
    if (isWithoutData(place)) throw noData(place.folder);
    const [{ makeBackup }, { systemClock }] = await Promise.all([
      import('../../../../backend/domain/backup/backup.js'),
      import('../../../../backend/base/clock.js'),
    ]);
    const to = destination(file, systemClock.now(), place, context);
    const { storage, inBucket } = await storageFor(options.media ?? 'local', options, place, context);
    const draw = progressDrawing(context);
    const made = await whileWriting(to, () =>
      makeBackup({
        location: { dataFolder: place.folder.value, databaseUrl: place.databaseUrl },
        ...{ storage, to: to.path ?? to.stream, workIn: to.workIn },
        clock: systemClock,
        signal: context.signal,
        progress: (done) => draw(stepOf(done)),
      }),
    )
      .catch(async (error: unknown) => {
        throw await backupFailure(error, place, ['Choose another name, or a folder.']);
      })
      .finally(() => context.output.progress(null));
    await report(made, { path: to.path, inBucket, from: await locationText(place) }, context);
    return made.missing.count > 0 || made.changed.count > 0 ? 'failed' : undefined;
  },
});

type Destination = { readonly workIn: string } & (
  | { readonly path: string; readonly stream?: never }
  | { readonly path: null; readonly stream: Writable }
);

function destination(
  file: string | undefined,
  now: number,
  { folder }: DataLocation,
  { stdout, globals }: Context,
): Destination {
  if (file === STDOUT) {
    if (stdout.isTTY === true)
      throw usageFailure('A backup cannot be printed in a terminal.', 'Name a file.');
    if (globals.json) throw usageFailure('--json does not work if the backup goes to standard output.');
    if (!(stdout instanceof Writable)) throw usageFailure('Standard output cannot be written to.');
    return { path: null, stream: stdout, workIn: existsSync(folder.value) ? folder.value : tmpdir() };
  }
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const named = resolve(file ?? '.');
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
  const path = isFolder ? join(named, `postrider-backup-${stamp}.tar.gz`) : named;
  if (!existsSync(dirname(path))) {
    throw usageFailure(
      `The folder ${plainLine(dirname(path))} does not exist.`,
      'Create it, or name another.',
    );
  }
  return { path, workIn: dirname(path) };
}

/** A reader that ends early must not look like success: without this, a closed pipe ends the process with code 0. */
async function whileWriting<Result>({ path }: Destination, work: () => Promise<Result>): Promise<Result> {
  if (path !== null) return work();
  process.exitCode = 1;
  try {
    return await work();
  } finally {
    process.exitCode = undefined;
  }
}

async function storageFor(
  media: MediaChoice,
  options: Parameters<typeof mediaStoreOf>[0],
  { folder }: DataLocation,
  context: Context,
): Promise<{ readonly storage: MediaStorage | null; readonly inBucket: boolean }> {
  const s3 = await mediaStoreOf(options, context.env);
  const inBucket = s3 !== null;
  if (media === 'none' || (media === 'local' && inBucket)) return { storage: null, inBucket };
  const [{ openStorage }, { systemClock }] = await Promise.all([
    import('../../../../backend/files/open-storage.js'),
    import('../../../../backend/base/clock.js'),
  ]);
  return {
    storage: await openStorage({ dataFolder: folder.value, s3, now: systemClock.now() }),
    inBucket,
  };
}

function stepOf(done: BackupProgress): Step {
  if (done.step === 'files') {
    const beside = `${byteSize(done.bytes)} of ${byteSize(done.of)}`;
    return { name: 'Files', done: done.of === 0 ? 1 : done.bytes / done.of, beside };
  }
  if (done.table === null) return { name: 'Database', done: null, beside: '' };
  return { name: done.table, done: done.rows / done.of, beside: `${done.rows} of ${done.of} rows` };
}

interface About {
  readonly path: string | null;
  readonly inBucket: boolean;
  /** What was backed up. */
  readonly from: string;
}

async function report(made: BackupMade, about: About, context: Context): Promise<void> {
  const { manifest, bytes, files, fileBytes, missing, changed } = made;
  const rows = Object.values(manifest.database.tables).reduce((sum, some) => sum + some, 0);
  if (about.path === null) {
    context.output.note((screen) => textOf(made, about, rows, screen));
    return;
  }
  context.output.result({
    data: {
      file: about.path,
      bytes,
      createdAt: manifest.createdAt,
      format: manifest.format,
      database: { ...manifest.database, rows },
      media: { included: manifest.media.included, files, bytes: fileBytes, missing, changed },
      encrypted: false,
      secrets: { sealed: made.keyId !== null, keyId: made.keyId },
      contains: ['access tokens', 'webhook secrets', 'API key hashes', 'admin password hash'],
    },
    brief: [about.path],
    text: (screen) => textOf(made, about, rows, screen),
  });
}

function textOf(made: BackupMade, { path, inBucket, from }: About, rows: number, screen: Screen): string {
  const { manifest, bytes, files, fileBytes, missing, changed } = made;
  const { media, createdAt } = manifest;
  const left = inBucket
    ? `not included: they are in the S3 bucket (${media.files}, ${byteSize(media.bytes)}). To include them: --media all`
    : `not included (${media.files}, ${byteSize(media.bytes)})`;
  return [
    fields(
      [
        ['Backup', path === null ? 'written to standard output' : `${path} (${byteSize(bytes ?? 0)})`],
        ['Of', from],
        ['As of', createdAt],
        ['Database', `${rows} rows`],
        ['Files', media.included ? `${files}, ${byteSize(fileBytes)}` : left],
      ],
      screen,
    ),
    ...warning(
      missing,
      'not in storage, and not in the backup. Was it deleted just now, or is --data wrong?',
    ),
    ...warning(changed, 'damaged in storage, and in the backup as it is.'),
    '',
    ...secretLines(made.keyId, screen),
    ...(path === null
      ? []
      : [`Check it at any time: ${typed(`restore --check ${JSON.stringify(basename(path))}`)}`]),
  ].join('\n');
}

function secretLines(keyId: string | null, { style }: Screen): string[] {
  if (keyId === null) {
    return [
      style(
        'yellow',
        'Not encrypted: it contains the access tokens of your accounts and the secrets of webhooks in plain text.',
      ),
      'Keep it like a password, or encrypt it before you store it elsewhere. No other key is needed to restore it.',
    ];
  }
  return [
    `Access tokens and webhook secrets are sealed. To restore them you need the secret key ${keyId}, which is not in the backup: keep a copy of it elsewhere.`,
    style('yellow', 'Not encrypted: everything else, such as posts and messages.'),
  ];
}

function warning({ count, names }: FoundFiles, what: string): string[] {
  if (count === 0) return [];
  const shown = names.slice(0, 5).map((name) => `  ${name}`);
  const more = count > shown.length ? [`  and ${count - shown.length} more`] : [];
  return ['', `${count === 1 ? '1 file is' : `${count} files are`} ${what}`, ...shown, ...more];
}
