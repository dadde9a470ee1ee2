/** An S3-compatible store that keeps the bytes of media. */
export interface S3Settings {
  /** Where the store answers, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** `us-east-1` where the store knows no regions. */
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** What the names of objects begin with: `postrider/`. */
  readonly prefix?: string | undefined;
}

/** The settings of the store cannot be used; the message says why. */
class S3SettingsInvalid extends Error {
  override readonly name = 'S3SettingsInvalid';
}

const VARIABLE = 'POSTRIDER_MEDIA_S3_';

const NAMES = {
  endpoint: 'ENDPOINT',
  bucket: 'BUCKET',
  region: 'REGION',
  accessKeyId: 'ACCESS_KEY_ID',
  secretAccessKey: 'SECRET_ACCESS_KEY',
  sessionToken: 'SESSION_TOKEN',
  prefix: 'PREFIX',
} as const satisfies Record<keyof S3Settings, string>;

/**
 * The store as the environment (`POSTRIDER_MEDIA_S3_ENDPOINT`, `…_BUCKET`, `…_REGION`, `…_ACCESS_KEY_ID`,
 * `…_SECRET_ACCESS_KEY`, `…_SESSION_TOKEN`, `…_PREFIX`) and the command line name it.
 *
 * @param given what the command line says, which wins; secrets are in the environment alone
 * @returns null where neither names a store
 * @throws S3SettingsInvalid
 */
export function readS3Settings(
  env: Readonly<Record<string, string | undefined>>,
  given: Readonly<Partial<Record<'endpoint' | 'bucket' | 'region' | 'prefix', string | undefined>>> = {},
): S3Settings | null {
  const settingFor = (field: keyof S3Settings): string | undefined => {
    const value =
      (field in given ? given[field as keyof typeof given] : undefined) ?? env[VARIABLE + NAMES[field]];
    return value?.trim() || undefined;
  };
  const endpoint = settingFor('endpoint');
  const bucket = settingFor('bucket');
  if (endpoint === undefined && bucket === undefined) return null;
  const accessKeyId = settingFor('accessKeyId');
  const secretAccessKey = settingFor('secretAccessKey');
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const missing = (['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'] as const).filter(
      (name) => !settingFor(name),
    );
    throw new S3SettingsInvalid(
      `The S3 store for media is named in part: ${missing.map((name) => VARIABLE + NAMES[name]).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    );
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.username) {
    throw new S3SettingsInvalid(
      `"${endpoint}" is no address of an S3 store, such as https://s3.eu-central-1.amazonaws.com.`,
    );
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new S3SettingsInvalid(
      `"${bucket}" is no name of an S3 bucket: 3 to 63 small letters, digits, dots and hyphens.`,
    );
  }
  const prefix = settingFor('prefix');
  if (prefix !== undefined && !/^[\w.\-/]{1,200}$/.test(prefix)) {
    throw new S3SettingsInvalid(
      'The prefix of the S3 store may hold letters, digits, "_", ".", "-" and "/".',
    );
  }
  return {
    endpoint: url.href.replace(/\/+$/, ''),
    bucket,
    region: settingFor('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken: settingFor('sessionToken'),
    prefix,
  };
}
