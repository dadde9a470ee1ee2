/** An environment variable that the program reads, and what for. */
interface Variable {
  readonly name: `POSTRIDER_${string}`;
  readonly meaning: string;
  readonly readBy: 'commands' | 'tools' | 'serve';
}

/** Every variable of ours. `--help` lists those of the commands; the doctor knows a slip by all of them. */
export const VARIABLES: readonly Variable[] = [
  {
    name: 'POSTRIDER_API_KEY',
    meaning: 'The API key; --api-key wins over it, and it over the stored one.',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_BASE_URL',
    meaning: 'Where the backend is; http://127.0.0.1:4747 unless set.',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_PROFILE',
    meaning: 'The stored login to use; --profile wins over it.',
    readBy: 'commands',
  },
  {
    name: 'POSTRIDER_ALLOW_HTTP',
    meaning: '1: the key may go over plain HTTP to other machines than this one.',
    readBy: 'commands',
  },
  { name: 'POSTRIDER_DATA', meaning: 'The backend’s data folder, for serve and keys.', readBy: 'commands' },
  { name: 'POSTRIDER_CONFIG', meaning: 'The folder in which login stores its file.', readBy: 'commands' },
  { name: 'POSTRIDER_DEBUG', meaning: '1: show where an unforeseen error arose.', readBy: 'commands' },
  { name: 'POSTRIDER_CONFIRM', meaning: 'When a person is asked; --confirm of mcp.', readBy: 'tools' },
  {
    name: 'POSTRIDER_MEDIA_ROOTS',
    meaning: 'Folders whose media tools may upload; --media-root of mcp.',
    readBy: 'tools',
  },
  { name: 'POSTRIDER_ADMIN_PASSWORD', meaning: 'The dashboard’s password.', readBy: 'serve' },
  {
    name: 'POSTRIDER_KEEP_EVENTS',
    meaning: 'How long the event log reaches back; --keep-events.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_KEEP_DELIVERIES',
    meaning: 'How long webhook deliveries are kept; --keep-deliveries.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_KEEP_ACTIVITY',
    meaning: 'How long activity is kept; --keep-activity.',
    readBy: 'serve',
  },
  { name: 'POSTRIDER_FETCH_PROXY', meaning: 'The proxy of page fetches; --fetch-proxy.', readBy: 'serve' },
  {
    name: 'POSTRIDER_ALLOW_FETCH_ORIGIN',
    meaning: 'Loopback origins that pages may be fetched from; --allow-fetch-origin.',
    readBy: 'serve',
  },
  {
    name: 'POSTRIDER_MEDIA_S3_ENDPOINT',
    meaning: 'The S3-compatible store of uploads; --media-s3-endpoint.',
    readBy: 'serve',
  },
  { name: 'POSTRIDER_MEDIA_S3_BUCKET', meaning: 'Its bucket; --media-s3-bucket.', readBy: 'serve' },
  { name: 'POSTRIDER_MEDIA_S3_REGION', meaning: 'Its region; --media-s3-region.', readBy: 'serve' },
  {
    name: 'POSTRIDER_MEDIA_S3_PREFIX',
    meaning: 'What names of objects begin with; --media-s3-prefix.',
    readBy: 'serve',
  },
  { name: 'POSTRIDER_MEDIA_S3_ACCESS_KEY_ID', meaning: 'Its access key.', readBy: 'serve' },
  { name: 'POSTRIDER_MEDIA_S3_SECRET_ACCESS_KEY', meaning: 'Its secret key.', readBy: 'serve' },
  { name: 'POSTRIDER_MEDIA_S3_SESSION_TOKEN', meaning: 'Of temporary credentials.', readBy: 'serve' },
];
