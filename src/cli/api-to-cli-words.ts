import { readOverrideTerm, readRequestTerm, readValueTerm, renameApiTerms } from '../contract/api-terms.js';
import type { OperationId } from '../contract/operations.js';
import { typed } from './typed-name.js';

/** The flag or argument that sets a field of a request. */
export const FLAGS: Readonly<Record<string, string>> = {
  accountId: '--account',
  accountIds: '--account',
  address: '<address>',
  allowDuplicate: '--allow-duplicate',
  altText: '--alt',
  altTexts: '--alt',
  appPassword: '--app-password',
  author: '--author',
  baseUrl: '--base-url',
  board: '--board',
  campaign: '--campaign',
  choices: '--choose',
  clientId: '--client-id',
  clientSecret: '--client-secret',
  configId: '--config-id',
  apiKeySecret: '--api-key-secret',
  count: '--set count',
  counts: '--set',
  color: '--color',
  cursor: '--cursor',
  data: '--set',
  days: '--days',
  displayName: '--name',
  endTime: '--end',
  events: '--events',
  existing: '--existing',
  filename: '--name',
  format: '--format',
  from: '--from',
  groupBy: '--by',
  handle: '<handle>',
  idempotencyKey: '--idempotency-key',
  identifier: '[account]',
  keyId: '--key',
  keys: '--keys',
  kind: '--kind',
  label: '--label',
  labels: '--label',
  limit: '--limit',
  link: '--link',
  linkTags: '--tag-links',
  mediaUrls: '--media',
  metrics: '--numbers',
  method: '--method',
  metric: '--metric',
  missingAltText: '--missing-alt',
  moreTimes: '--start',
  name: '--name',
  note: '--note',
  objectId: '--object',
  order: '--order',
  outcome: '--outcome',
  overrides: '--set',
  platform: '--platform',
  platforms: '--to',
  postId: '--post',
  postsPerWindow: '--posts',
  proposed: '--propose',
  quotesPosts: '--quote',
  returnUrl: '--return-url',
  review: '--review',
  scheduledAt: '--at',
  seconds: '--advance',
  server: '--server',
  since: '--since',
  slotId: '--slot',
  sourceId: '--source',
  startTime: '--start',
  state: '--state',
  status: '--status',
  takeImage: '--take-image',
  text: '--text',
  timezone: '--timezone',
  title: '--title',
  to: '--to',
  together: '--together',
  topics: '--about',
  tool: '--tool',
  types: '--type',
  url: '--url',
  version: '--if-version',
  week: '--week',
  window: '--window',
};

/** Fields that a command takes in another way than the others do. */
export const ARGUMENTS: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  'sources.ingest': { url: '<source>', text: 'a file' },
  'media.create': { url: '<files>' },
  'labels.create': { name: '<name>' },
  'savedTexts.create': { name: '<name>' },
  'messages.list': { conversationId: '--conversation' },
  'accounts.update': { comments: '--comments' },
};

/** Values that have a flag of their own, and fields whose values need no flag. */
const VALUES: Readonly<Record<string, string>> = {
  'scheduleMode: now': '--now',
  'scheduleMode: queue': '--queue',
  'scheduleMode: schedule': '--at',
  'scheduleMode: draft': '--draft',
  'allowDuplicate: true': '--allow-duplicate',
};

/** The command for a request that messages name. `id` is the part of the path that it takes as an argument. */
export const COMMANDS_FOR: readonly {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: RegExp;
  readonly command: string;
}[] = [
  { operation: 'posts.update', method: 'PATCH', path: /^\/v1\/posts\/([^/]+)$/, command: 'posts edit' },
  { operation: 'posts.delete', method: 'DELETE', path: /^\/v1\/posts\/([^/]+)$/, command: 'posts cancel' },
  {
    operation: 'posts.publish',
    method: 'POST',
    path: /^\/v1\/posts\/([^/]+)\/publish$/,
    command: 'posts publish',
  },
  {
    operation: 'posts.approve',
    method: 'POST',
    path: /^\/v1\/posts\/([^/]+)\/approve$/,
    command: 'posts approve',
  },
  {
    operation: 'posts.reject',
    method: 'POST',
    path: /^\/v1\/posts\/([^/]+)\/reject$/,
    command: 'posts reject',
  },
  {
    operation: 'posts.reopen',
    method: 'POST',
    path: /^\/v1\/posts\/([^/]+)\/reopen$/,
    command: 'posts reopen',
  },
  {
    operation: 'posts.deletePublished',
    method: 'POST',
    path: /^\/v1\/posts\/([^/]+)\/delete-published$/,
    command: 'posts delete-published',
  },
  { operation: 'posts.retry', method: 'POST', path: /^\/v1\/posts\/([^/]+)\/retry$/, command: 'posts retry' },
  {
    operation: 'posts.resolve',
    method: 'POST',
    path: /^\/v1\/posts\/([^/]+)\/resolve$/,
    command: 'posts resolve',
  },
  { operation: 'media.create', method: 'POST', path: /^\/v1\/media$/, command: 'media upload' },
  { operation: 'schedules.create', method: 'POST', path: /^\/v1\/schedules$/, command: 'schedules create' },
  {
    operation: 'queue.slots',
    method: 'GET',
    path: /^\/v1\/queue\/slots\?state=open$/,
    command: 'slots --state open',
  },
  { operation: 'testWorkspace.reset', method: 'POST', path: /^\/v1\/test\/reset$/, command: 'sandbox reset' },
];

/** What a message is about, as far as it changes the names in it. */
export interface MessageContext {
  /** The operation that failed. */
  readonly operation?: OperationId | null;
}

/**
 * Rewords a message of the API for the command line: fields become flags, and requests become commands. Sentences
 * about what the command line does not have are dropped, unless they are all there is.
 */
export function toCliWording(message: string, { operation = null }: MessageContext = {}): string {
  return renameApiTerms(message, (term) => nameForCli(term, operation)) || toFileWording(message);
}

/** The same for a time that is not a post's: nothing that would publish it is mentioned. */
export function toTimeOnly(message: string): string {
  return renameApiTerms(message, (term) => (readValueTerm(term) === null ? flagFor(term) : null));
}

/** The same for a post in a file, whose fields are the API's. */
export function toFileWording(message: string): string {
  return renameApiTerms(message, (term) => term);
}

function nameForCli(term: string, operation: OperationId | null): string | null {
  const request = readRequestTerm(term);
  if (request !== null) return commandFor(request);
  const override = readOverrideTerm(term);
  if (override !== null) return `${override.target}.${override.field} (--set)`;
  const known = VALUES[term];
  if (known !== undefined) return known;
  const value = readValueTerm(term);
  if (value === null) return /^[\w.[\]]+$/.test(term) ? flagFor(term, operation) : `"${term}"`;
  const flag = flagFor(value.field, operation);
  return flag === null ? null : `${flag} ${value.value}`;
}

function commandFor(request: { readonly method: string; readonly path: string }): string | null {
  for (const { method, path, command } of COMMANDS_FOR) {
    const [found, id] = (method === request.method && path.exec(request.path)) || [];
    if (found !== undefined) return `"${typed(id === undefined ? command : `${command} ${id}`)}"`;
  }
  return null;
}

/** The flag for a field, such as `label` or `accountIds[0]`; null if the command line has none. */
export function flagFor(field: string, operation: OperationId | null = null): string | null {
  const name = field.replace(/\[\d+\]$/, '');
  return (operation === null ? undefined : ARGUMENTS[operation]?.[name]) ?? FLAGS[name] ?? null;
}
