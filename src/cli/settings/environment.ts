import { APP_VARIABLES } from '../../networks/access/variables.js';

/** An environment variable that the program reads. */
interface Variable {
  readonly name: `POSTRIDER_${string}` | `OTEL_${string}`;
  readonly meaning: string;
  readonly readBy: 'commands' | 'tools' | 'serve';
  /** A file can hold it, which the variable of the same name with `_FILE` names. */
  readonly secret?: true;
}

/** The PostgreSQL database of the backend. Its URL contains a password. */
export const DATABASE_URL = 'DATABASE_URL';

/** Every Postrider variable. `--help` lists those of the commands; the doctor uses all to spot typos. */
export const VARIABLES: readonly Variable[] = [
  {
    name: 'POSTRIDER_API_KEY',
    meaning: 'The API key. --api-key overrides it; it overrides the stored one.',
    readBy: 'commands',
    secret: true,
  },
  {
    name: 'POSTRIDER_BASE_URL',
    meaning: 'The backend URL (default http://127.0.0.1:4747).',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_PROFILE',
    meaning: 'The stored login to use. --profile overrides it.',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_ALLOW_HTTP',
    meaning: '1 to allow plain HTTP to other machines, which exposes the key.',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_DATA',
    meaning: 'The backend’s data folder, for all commands with --data, which overrides it.',
    readBy: 'commands',
  },
  { name: 'POSTRIDER_CONFIG', meaning: 'The folder for stored logins.', readBy: 'commands' },
  {
    name: 'POSTRIDER_DEBUG',
    meaning: '1 to print the stack trace of an unexpected error.',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_CONFIRM',
    meaning: 'When tools ask for confirmation; --confirm of mcp.',
    readBy: 'tools',
  },
  {
    name: 'POSTRIDER_MEDIA_ROOTS',
    meaning: 'Folders that tools may upload media from; --media-root of mcp.',
    readBy: 'tools',
  },
  {
    name: 'POSTRIDER_SECRET_KEY',
    meaning: 'The key that seals access tokens in the database; --secret-key-file.',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'POSTRIDER_ADMIN_PASSWORD',
    meaning: 'The dashboard’s admin password.',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'POSTRIDER_PUBLIC_URL',
    meaning: 'The URL at which people reach the backend; --public-url.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_TRUSTED_PROXIES',
    meaning: 'The proxies in front of the backend; --trusted-proxies.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_NETWORK_PAGES',
    meaning: 'Who can open the simulated networks’ pages; --network-pages.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_KEEP_EVENTS',
    meaning: 'How long to keep events; --keep-events.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_KEEP_DELIVERIES',
    meaning: 'How long to keep webhook deliveries; --keep-deliveries.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_KEEP_ACTIVITY',
    meaning: 'How long to keep activity; --keep-activity.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_METRICS_PORT',
    meaning: 'The port of the figures for Prometheus; --metrics-port.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_SMTP_URL',
    meaning: 'The mail server for alerts: smtps://user:password@smtp.example.org.',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'POSTRIDER_MAIL_FROM',
    meaning: 'The sender of alerts, such as Postrider <postrider@example.org>.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_OIDC_ISSUER',
    meaning: 'The OpenID Connect provider at which people can sign in, as it names itself.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_OIDC_CLIENT_ID',
    meaning: 'Under which id that provider knows this backend.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_OIDC_CLIENT_SECRET',
    meaning: 'The secret that belongs to that id.',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'POSTRIDER_OIDC_NAME',
    meaning: 'What people call that provider: “Sign in with …”.',
    readBy: 'serve',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'The OpenTelemetry collector to send traces to; /v1/traces is added.',
    readBy: 'serve',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning: 'The whole address for traces, instead of that.',
    readBy: 'serve',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    meaning: 'Headers for the collector, such as authorization=Bearer%20….',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    meaning: 'The same for traces only.',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    meaning: 'How long a request to the collector may take, in milliseconds (default 10000).',
    readBy: 'serve',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    meaning: 'The name of the service in traces (default postrider).',
    readBy: 'serve',
  },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    meaning: 'Further attributes of the service in traces.',
    readBy: 'serve',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    meaning: 'Which traces to record (default parentbased_always_on).',
    readBy: 'serve',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', meaning: 'The ratio for traceidratio, from 0 to 1.', readBy: 'serve' },
  { name: 'OTEL_SDK_DISABLED', meaning: 'true turns traces off.', readBy: 'serve' },
  { name: 'OTEL_TRACES_EXPORTER', meaning: 'none turns traces off.', readBy: 'serve' },
  {
    name: 'POSTRIDER_MAX_MEDIA_STORAGE',
    meaning: 'Storage for the media of each workspace; --max-media-storage.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_FETCH_PROXY',
    meaning: 'The proxy for fetching pages; --fetch-proxy.',
    readBy: 'serve',
    secret: true,
  },
  {
    name: 'POSTRIDER_ALLOW_FETCH_ORIGIN',
    meaning: 'Loopback origins that may be fetched; --allow-fetch-origin.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_MEDIA_S3_ENDPOINT',
    meaning: 'The S3-compatible store for uploads; --media-s3-endpoint.',
    readBy: 'serve',
  },
  { name: 'POSTRIDER_MEDIA_S3_BUCKET', meaning: 'Its bucket; --media-s3-bucket.', readBy: 'serve' },
  { name: 'POSTRIDER_MEDIA_S3_REGION', meaning: 'Its region; --media-s3-region.', readBy: 'serve' },
  {
    name: 'POSTRIDER_MEDIA_S3_PREFIX',
    meaning: 'The prefix of object names; --media-s3-prefix.',
    readBy: 'serve',
  },
  { name: 'POSTRIDER_MEDIA_S3_ACCESS_KEY_ID', meaning: 'Its access key.', readBy: 'serve', secret: true },
  { name: 'POSTRIDER_MEDIA_S3_SECRET_ACCESS_KEY', meaning: 'Its secret key.', readBy: 'serve', secret: true },
  {
    name: 'POSTRIDER_MEDIA_S3_SESSION_TOKEN',
    meaning: 'The session token of temporary credentials.',
    readBy: 'serve',
    secret: true,
  },
  ...APP_VARIABLES.map((variable) => ({ ...variable, readBy: 'serve' }) as const),
];

/** With `1`, `serve --live` connects accounts at servers on this machine. Only tests set it. */
export const LOOPBACK_NETWORKS = 'POSTRIDER_TEST_LOOPBACK_NETWORKS';
