import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../../contract/lists.js';
import type { Remark, RemarkPage } from '../../../../contract/posts/remarks.js';
import { MAX_REMARKS } from '../../../../contract/posts/values.js';
import type { Call, Caller, Handlers } from '../../../operations/call.js';
import { readCursor } from '../../../operations/cursor.js';
import { listPage } from '../../../operations/list-page.js';
import { RequestRefused, refusalOfIssue } from '../../../operations/refusal.js';
import { recordActivity } from '../../../store/activity.js';
import { recordEvent } from '../../../store/events.js';
import { inList } from '../../../store/queries/in-list.js';
import { bytesIn, pageRows, readInOrder } from '../../../store/queries/page-rows.js';
import type { PostRow } from '../../../store/schema.js';
import type { Queries, Write } from '../../../store/store.js';
import type { RemarkRow } from '../../../store/tables/remark-rows.js';
import { excerptOf } from '../excerpt.js';
import { noSuchPost } from '../no-such-post.js';

const Position = z.tuple([z.number()]);

const placeOf = ({ seq }: Pick<RemarkRow, 'seq'>) => [seq] as const;

/** The remarks about a post, newest first. */
async function listRemarks({ params, query, caller, services }: Call<'posts.remarks'>): Promise<RemarkPage> {
  const { db } = services.store;
  const post = await requirePost(db, caller, params.id);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['posts.remarks', post.id];
  const after = readCursor(list, query.cursor, Position);
  const found = await db
    .selectFrom('remarks')
    .select(['id', 'seq', bytesIn('text').as('bytes')])
    .where('post_id', '=', post.id)
    .$if(after !== null, (some) => some.where('seq', '<', after?.[0] ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const page = pageRows(
    { rows: found, scannedUpTo: null },
    { limit, placeOf, bytesOf: ({ bytes }) => bytes },
  );
  const rows = await readInOrder(page.rows, (ids) =>
    db.selectFrom('remarks').selectAll().where('id', 'in', inList(ids)).execute(),
  );
  return listPage(list, page, placeOf, rows.map(viewRemark));
}

async function addRemark(call: Call<'posts.addRemark'>): Promise<Remark> {
  const { params, body, caller, services, now } = call;
  const answer = await call.commit(async (trx) => {
    const post = await requirePost(trx, caller, params.id, 'for_update');
    if (post.remark_count >= MAX_REMARKS) throw tooMany(post.remark_count);
    const row = {
      id: services.ids.next('remark', now),
      workspace_id: caller.workspace.id,
      post_id: post.id,
      api_key_id: caller.key.id,
      author: caller.key.label,
      text: body.text.trim(),
      created_at: now,
    };
    await trx.insertInto('remarks').values(row).execute();
    await count(trx, post, 1);
    await recordEvent(trx, services.ids, {
      workspaceId: caller.workspace.id,
      type: 'post.remarked',
      objectId: post.id,
      data: { postId: post.id, remarkId: row.id, by: row.author },
      now,
    });
    await noteRemark(trx, call, post, { operation: 'posts.addRemark', summary: 'wrote a remark' });
    return viewRemark(row);
  });
  services.changes.notify(params.id);
  return answer;
}

async function deleteRemark(call: Call<'posts.deleteRemark'>) {
  const { params, caller, services } = call;
  const answer = await call.commit(async (trx) => {
    const post = await requirePost(trx, caller, params.id, 'for_update');
    const row = await trx
      .selectFrom('remarks')
      .innerJoin('api_keys', 'api_keys.id', 'remarks.api_key_id')
      .select(['remarks.id', 'remarks.author', 'remarks.api_key_id', 'api_keys.person_id'])
      .where('remarks.id', '=', params.remarkId)
      .where('post_id', '=', post.id)
      .executeTakeFirst();
    if (!row) {
      throw new RequestRefused('remark_not_found', `There is no remark ${params.remarkId} about this post.`);
    }
    if (!isOwn(row, caller)) {
      throw new RequestRefused(
        'remark_of_another',
        `“${row.author}” wrote this remark: they or an owner can delete it.`,
      );
    }
    await trx.deleteFrom('remarks').where('id', '=', row.id).execute();
    await count(trx, post, -1);
    await noteRemark(trx, call, post, {
      operation: 'posts.deleteRemark',
      summary: `deleted a remark by “${row.author}”`,
    });
    return { id: row.id as Remark['id'], deleted: true as const };
  });
  services.changes.notify(params.id);
  return answer;
}

/** Whether the caller wrote it, or may act for its author. */
function isOwn(
  row: { readonly api_key_id: string; readonly person_id: string | null },
  { key, person }: Caller,
): boolean {
  if (row.api_key_id === key.id || person?.role === 'owner') return true;
  return person !== undefined && row.person_id === person.id;
}

async function requirePost(
  db: Queries,
  { workspace }: Caller,
  id: string,
  lock?: 'for_update',
): Promise<Pick<PostRow, 'id' | 'remark_count' | 'text'>> {
  const post = await db
    .selectFrom('posts')
    .select(['id', 'remark_count', 'text'])
    .where('id', '=', id)
    .where('workspace_id', '=', workspace.id)
    .$if(lock === 'for_update', (query) => query.forUpdate())
    .executeTakeFirst();
  if (post) return post;
  throw noSuchPost(id);
}

const tooMany = (actual: number) =>
  refusalOfIssue('limit_reached', {
    message: `The post has ${actual} remarks, and can have at most ${MAX_REMARKS}.`,
    actual,
    limit: MAX_REMARKS,
    unit: 'remarks',
    fix: 'Delete those that are no longer needed.',
  });

async function count(trx: Write, post: Pick<PostRow, 'id' | 'remark_count'>, more: 1 | -1): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ remark_count: post.remark_count + more })
    .where('id', '=', post.id)
    .execute();
}

function noteRemark(
  trx: Write,
  { params, caller, requestId, now }: Call<'posts.addRemark'> | Call<'posts.deleteRemark'>,
  { text }: Pick<PostRow, 'text'>,
  what: { readonly operation: 'posts.addRemark' | 'posts.deleteRemark'; readonly summary: string },
): Promise<void> {
  return recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    objectId: params.id,
    ...what,
    excerpt: excerptOf(text),
    requestId,
    now,
  });
}

function viewRemark(row: Omit<RemarkRow, 'seq'>): Remark {
  return {
    id: row.id as Remark['id'],
    by: { keyId: row.api_key_id, label: row.author },
    text: row.text,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export const remarkHandlers = {
  'posts.remarks': listRemarks,
  'posts.addRemark': addRemark,
  'posts.deleteRemark': deleteRemark,
} satisfies Partial<Handlers>;
