import type { S3Settings } from '../../backend/media/s3-settings.js';
import type { BackendOptions } from '../../backend/start.js';
import { text } from '../command.js';
import { CliFailure, usageFailure } from '../failure.js';

/** What `serve` takes about media. */
export const MEDIA_OPTIONS = {
  keepUnusedMedia: text(
    '--keep-unused-media <days>',
    'How long uploads are kept that no post names: days, or forever (default 30)',
  ),
  mediaS3Endpoint: text(
    '--media-s3-endpoint <url>',
    'Keep uploads in an S3-compatible store; its credentials are in POSTRIDER_MEDIA_S3_ACCESS_KEY_ID and …_SECRET_ACCESS_KEY',
  ),
  mediaS3Bucket: text('--media-s3-bucket <name>', 'The bucket there'),
  mediaS3Region: text('--media-s3-region <name>', 'Its region (default us-east-1)'),
  mediaS3Prefix: text('--media-s3-prefix <text>', 'What the names of objects there begin with'),
} as const;

type Typed = { readonly [Name in keyof typeof MEDIA_OPTIONS]: string | undefined };

/** The backend's settings of media, as they were typed or set. @throws CliFailure */
export async function mediaOptions(
  typed: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pick<BackendOptions, 'keepUnusedMediaDays' | 'mediaStore'>> {
  const days = daysOf(typed.keepUnusedMedia);
  return {
    ...(days === undefined ? {} : { keepUnusedMediaDays: days }),
    mediaStore: await mediaStoreOf(typed, env),
  };
}

/** @returns days; null for ever; undefined where nothing was typed */
function daysOf(given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'forever') return null;
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days >= 1) return days;
  throw usageFailure(
    `--keep-unused-media: "${given}" is no number of days from 1 to 99999, and not forever.`,
  );
}

async function mediaStoreOf(
  { mediaS3Endpoint, mediaS3Bucket, mediaS3Region, mediaS3Prefix }: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Promise<S3Settings | null> {
  const { readS3Settings } = await import('../../backend/media/s3-settings.js');
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
