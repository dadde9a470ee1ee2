/** The S3-compatible store for the bytes of media. */
export interface S3Settings {
  /** The URL of the store, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** `us-east-1` for a store without regions. */
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only for temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** The prefix of every object name, such as `postrider/`. */
  readonly prefix?: string | undefined;
}

/** The settings of the store are invalid; the message says why. */
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
 * Reads the settings from the environment (`POSTRIDER_MEDIA_S3_ENDPOINT`, `…_BUCKET`, `…_REGION`, `…_ACCESS_KEY_ID`,
 * `…_SECRET_ACCESS_KEY`, `…_SESSION_TOKEN`, `…_PREFIX`) and the command line.
 *
 * @param flags from the command line; they take precedence. Credentials come from the environment only.
 * @returns null if neither configures a store
 * @throws S3SettingsInvalid
 */
export function readS3Settings(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Partial<Record<'endpoint' | 'bucket' | 'region' | 'prefix', string | undefined>>> = {},
): S3Settings | null {
  const settingFor = (field: keyof S3Settings): string | undefined => {
    const value =
      (field in flags ? flags[field as keyof typeof flags] : undefined) ?? env[VARIABLE + NAMES[field]];
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
      `The S3 store for media is not fully configured: ${missing.map((name) => VARIABLE + NAMES[name]).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    );
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.username) {
    throw new S3SettingsInvalid(
      `"${endpoint}" is not the URL of an S3 store. Use a URL such as https://s3.eu-central-1.amazonaws.com.`,
    );
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new S3SettingsInvalid(
      `"${bucket}" is not a valid S3 bucket name. Use 3 to 63 lowercase letters, digits, dots and hyphens.`,
    );
  }
  const prefix = settingFor('prefix');
  if (prefix !== undefined && !/^[\w.\-/]{1,200}$/.test(prefix)) {
    throw new S3SettingsInvalid(
      'The prefix of the S3 store may contain only letters, digits, "_", ".", "-" and "/".',
    );
  }
  return {
    endpoint: url.href.replace(/(?<!\/)\/+$/, ''),
    bucket,
    region: settingFor('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken: settingFor('sessionToken'),
    prefix,
  };
}
