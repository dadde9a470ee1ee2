import type { BackendOptions } from '../../../backend/app/backend-options.js';
import type { S3Settings } from '../../../backend/files/s3-settings.js';
import { text } from '../../command.js';
import { CliFailure } from '../../failure.js';
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
  ...S3_OPTIONS,
} as const;

type Typed = { readonly [Name in keyof typeof MEDIA_OPTIONS]: string | undefined };

/** Reads the media settings from options and environment. @throws CliFailure */
export async function mediaOptions(
  typed: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pick<BackendOptions, 'keepUnusedMediaDays' | 'mediaStore'>> {
  const days = daysOf('--keep-unused-media', typed.keepUnusedMedia);
  return {
    ...(days === undefined ? {} : { keepUnusedMediaDays: days }),
    mediaStore: await mediaStoreOf(typed, env),
  };
}

/** The S3 store of uploads; null: they are in the data folder. @throws CliFailure */
export async function mediaStoreOf(
  { mediaS3Endpoint, mediaS3Bucket, mediaS3Region, mediaS3Prefix }: Omit<Typed, 'keepUnusedMedia'>,
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
