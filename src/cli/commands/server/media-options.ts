import type { BackendOptions } from '../../../backend/app/backend-options.js';
import type { S3Settings } from '../../../backend/files/s3-settings.js';
import { settingOf } from '../../../client/settings.js';
import { text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { daysOf } from './retention-options.js';

/** Where uploads are stored, if not in the data folder. */
export const S3_OPTIONS = {
  mediaS3Endpoint: text(
    '--media-s3-endpoint <url>',
    'Store uploads in an S3-compatible store; set its credentials in POSTRIDER_MEDIA_S3_ACCESS_KEY_ID and …_SECRET_ACCESS_KEY',
  ),
  mediaS3Bucket: text('--media-s3-bucket <name>', 'S3 bucket'),
  mediaS3Region: text('--media-s3-region <name>', 'S3 region (default us-east-1)'),
  mediaS3Prefix: text('--media-s3-prefix <text>', 'Prefix of object names'),
} as const;

/** The media options of `serve`. */
export const MEDIA_OPTIONS = {
  keepUnusedMedia: text(
    '--keep-unused-media <days>',
    'How long to keep uploads that no post uses: days, or forever (default 30)',
  ),
  maxMediaStorage: text(
    '--max-media-storage <size>',
    'Storage for the media of each workspace, such as 200GB, or none for no limit (default 50GB)',
  ),
  ...S3_OPTIONS,
} as const;

type Typed = { readonly [Name in keyof typeof MEDIA_OPTIONS]: string | undefined };

/** Reads the media settings from options and environment. @throws CliFailure */
export async function mediaOptions(
  typed: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pick<BackendOptions, 'keepUnusedMediaDays' | 'maxMediaStorageBytes' | 'mediaStore'>> {
  const days = daysOf('--keep-unused-media', typed.keepUnusedMedia);
  return {
    ...(days === undefined ? {} : { keepUnusedMediaDays: days }),
    maxMediaStorageBytes: storageBytesOf(
      typed.maxMediaStorage ?? settingOf(env['POSTRIDER_MAX_MEDIA_STORAGE']),
    ),
    mediaStore: await mediaStoreOf(typed, env),
  };
}

const UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** @returns bytes; null for no limit; undefined if not given */
function storageBytesOf(given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'none') return null;
  const [, amount = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT]B)$/i.exec(given) ?? [];
  const bytes = Math.round(Number(amount) * (UNITS[unit.toUpperCase()] ?? 0));
  if (bytes > 0) return bytes;
  throw usageFailure(
    `--max-media-storage: "${given}" is neither a size with a unit, such as 500MB, 50GB or 1.5TB, nor none.`,
  );
}

/** The S3 store of uploads; null: they are in the data folder. @throws CliFailure */
export async function mediaStoreOf(
  {
    mediaS3Endpoint,
    mediaS3Bucket,
    mediaS3Region,
    mediaS3Prefix,
  }: Omit<Typed, 'keepUnusedMedia' | 'maxMediaStorage'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<S3Settings | null> {
  const { readS3Settings } = await import('../../../backend/files/s3-settings.js');
  try {
    return readS3Settings(env, {
      endpoint: mediaS3Endpoint,
      bucket: mediaS3Bucket,
      region: mediaS3Region,
      prefix: mediaS3Prefix,
    });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'S3SettingsInvalid') throw error;
    throw new CliFailure('configuration', error.message, { changed: 'nothing', cause: error });
  }
}
