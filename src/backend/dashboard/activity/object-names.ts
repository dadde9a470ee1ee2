import { ID_PREFIXES, type IdKind } from '../../../contract/ids.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { ActivityEntry } from '../../../contract/service/activity.js';
import { excerptOf } from '../../domain/posts/excerpt.js';
import { inList } from '../../store/queries/in-list.js';
import type { Queries } from '../../store/store.js';
import { firstLine } from '../layout/first-line.js';
import type { User } from '../user.js';
import { objectPath } from './object-path.js';

/** An object as a sentence names it: `the label “Launch”`, and `“Launch”` is the link. */
export interface ObjectName {
  readonly noun: string;
  readonly name: string;
  /** The page of the object; null if it has none. */
  readonly path: string | null;
}

/** Characters of a name. */
const MAX_NAME = 60;

type Found = readonly (readonly [id: string, noun: string, name: string, path?: string])[];
type Finder = (db: Queries, workspaceId: string, ids: readonly string[]) => Promise<Found>;

const quoted = (text: string): string => `“${firstLine(text, MAX_NAME)}”`;

/** A post by the first line of its text. */
const nameOfPost = (excerpt: string): readonly [noun: string, name: string] =>
  excerpt === '' ? ['a ', 'post without text'] : ['', `“${excerpt}”`];

/** The object of an entry as it was called at that time, as far as that is known. */
export function nameInEntry(
  { excerpt }: Pick<ActivityEntry, 'excerpt'>,
  object: ObjectName | undefined,
): ObjectName | undefined {
  if (excerpt === null || object === undefined) return object;
  const [noun, name] = nameOfPost(excerpt);
  return { ...object, noun, name };
}

/** How to find the names of objects, for each kind that has names. */
const FINDERS: Partial<Record<IdKind, Finder>> = {
  post: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('posts')
      .select((row) => ['id', row.fn<string>('substr', ['text', row.lit(1), row.lit(500)]).as('text')])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    // What a post says now is not what it said then: `nameInEntry` has that.
    return rows.map(({ id, text }) => {
      const [noun, name] = nameOfPost(excerptOf(text));
      return [id, noun === '' ? 'a post, now ' : noun, name];
    });
  },
  account: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'platform', 'handle'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, platform, handle }) => [id, '', `${PLATFORM_NAMES[platform]} ${handle}`]);
  },
  label: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('labels')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, name }) => [id, 'the label ', quoted(name)]);
  },
  savedText: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('saved_texts')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, name }) => [id, 'the text ', quoted(name)]);
  },
  schedule: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('schedules')
      .select(['id', 'label'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, label }) =>
      label === '' ? [id, 'a ', 'schedule without a name'] : [id, 'the schedule ', quoted(label)],
    );
  },
  media: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('media')
      .select(['key', 'filename', 'kind'])
      .where('workspace_id', '=', workspaceId)
      .where('key', 'in', inList(ids))
      .execute();
    return rows.map(({ key, filename, kind }) =>
      filename === null
        ? [key, kind === 'image' ? 'an ' : 'a ', kind]
        : [key, '', firstLine(filename, MAX_NAME)],
    );
  },
  source: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('sources')
      .select(['id', 'title', 'url'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, title, url }) => [id, 'the source ', quoted(title || url || 'without a title')]);
  },
  webhook: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'label', 'url'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, label, url }) => [id, 'the webhook ', quoted(label || new URL(url).host)]);
  },
  apiKey: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('api_keys')
      .select(['id', 'label', 'kind'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, label, kind }) => [
      id,
      kind === 'connection' ? 'the assistant ' : 'the API key ',
      quoted(label),
    ]);
  },
  person: async (db, _, ids) => {
    const rows = await db
      .selectFrom('people')
      .select(['id', 'display_name'])
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, display_name }) => [id, '', display_name]);
  },
  comment: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('comments')
      .select(['id', 'author_handle', 'author_name', 'is_own'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, author_handle, author_name, is_own }) =>
      is_own === 1 ? [id, 'a ', 'comment'] : [id, 'the ', `comment by ${author_name || author_handle}`],
    );
  },
  conversation: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('conversations')
      .select(['id', 'participant_handle', 'participant_name'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, participant_handle, participant_name }) => [
      id,
      'the ',
      `conversation with ${participant_name || participant_handle}`,
    ]);
  },
  message: async (db, workspaceId, ids) => {
    const rows = await db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select(['messages.id', 'conversations.id as conversation', 'participant_handle', 'participant_name'])
      .select('direction')
      .where('messages.workspace_id', '=', workspaceId)
      .where('messages.id', 'in', inList(ids))
      .execute();
    return rows.map(({ id, conversation, participant_handle, participant_name, direction }) => [
      id,
      'a ',
      `message ${direction === 'inbound' ? 'from' : 'to'} ${participant_name || participant_handle}`,
      `/inbox/conversations/${conversation}`,
    ]);
  },
};

/** The names of those objects that exist, by their ids. */
export async function readObjectNames(
  { db, workspace }: Pick<User, 'db' | 'workspace'>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, ObjectName>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const found = await Promise.all(
    Object.entries(FINDERS).map(([kind, find]) => {
      const prefix = `${ID_PREFIXES[kind as IdKind]}_`;
      const ofKind = wanted.filter((id) => id.startsWith(prefix));
      return ofKind.length === 0 ? [] : find(db, workspace.id, ofKind);
    }),
  );
  return new Map(
    found.flat().map(([id, noun, name, path = objectPath(id)]) => [id, { noun, name, path }] as const),
  );
}
