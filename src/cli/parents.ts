/** What words that hold further commands are about: `posts` of `posts create`. */
export const PARENTS: Readonly<Record<string, string>> = {
  posts: 'Make, change, publish and read posts',
  media: 'Upload, list and delete images and videos',
  comments: 'Read, answer, hide and delete what people comment',
  conversations: 'Read direct messages, and until when they can be answered',
  messages: 'Read and send direct messages',
  schedules: 'Times of the week at which accounts publish',
  webhooks: 'Addresses that are told of events',
  keys: 'API keys of the backend on this machine',
  accounts: 'The connected accounts, their health and limits',
  sources: 'Articles and texts that posts are made from',
  sandbox: 'What tests need of a sandbox: its clock, what went out, a clean start',
  profiles: 'Stored logins: several keys and backends, by their names',
};
