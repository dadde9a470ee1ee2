/** The summary of each command group. */
export const PARENTS: Readonly<Record<string, string>> = {
  posts: 'Create, edit, publish and view posts',
  labels: 'Labels that bring order into posts',
  texts: 'Saved texts and groups of hashtags',
  media: 'Upload, list and delete images and videos',
  comments: 'Read, answer, hide and delete comments',
  conversations: 'Read direct messages, and how long you can answer them',
  messages: 'Read and send direct messages',
  schedules: 'Weekly times at which accounts publish',
  webhooks: 'Send events to a URL',
  keys: 'Manage API keys of the backend on this machine',
  secrets: 'The key that seals access tokens in the database of the backend on this machine',
  sessions: 'Browsers that are signed in to the dashboard of the backend on this machine',
  accounts: 'View connected accounts, their health and limits',
  sources: 'Articles and texts to create posts from',
  sandbox: 'Control a sandbox in tests: its clock, its outbox, its failures',
  profiles: 'Manage stored logins: named keys and backends',
};
