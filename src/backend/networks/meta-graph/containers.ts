import { OutcomeInDoubt } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered, Prepared, Progress, SoughtPost } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { notSent, readPublished, required } from '../requests/exchange.js';
import { textAt, timeAt } from '../requests/json-answer.js';
import { notReadable, type Sought, searchFrom, searchPages } from '../requests/lookup.js';
import { poll } from '../requests/polling.js';
import { Steps } from '../requests/progress.js';
import { type GraphApi, graphGet, graphPost, graphPublish } from './graph-call.js';
import { listedPage } from './listed-page.js';

/** Instagram and Threads publish in two steps: create a container, which can be discarded, then publish it. */
export interface ContainerApi extends GraphApi {
  /** Edges of the account: create containers, publish them, list posts. */
  readonly edges: {
    readonly create: string;
    readonly publish: string;
    readonly list: string;
    /** Lists the account's replies; absent: replies are comments. */
    readonly answers?: string;
  };
  /** The path of an account's page on the web. */
  profilePath(handle: string): string;
  /** Field names of a container and of a post. */
  readonly fields: { readonly status: string; readonly reason: string; readonly text: string };
}

type Fields = Readonly<Record<string, string>>;

/** The key in `Prepared` of the container to publish. */
const CONTAINER = 'container';
const childKey = (place: number) => `child:${place}`;
/** Meta recommends polling once a minute for up to five minutes. Small files are ready within seconds. */
const PROCESSING = { everyMs: 3000, times: 60 };
const PAGE = 100;

async function createContainer(api: ContainerApi, connection: Connection, fields: Fields): Promise<string> {
  const path = `/${connection.account.networkUserId}/${api.edges.create}`;
  const { body } = await graphPost(api, connection, path, fields);
  const id = textAt(body, 'id');
  if (id === null)
    throw notSent('network_unavailable', 'The network did not return an id for the container.');
  return id;
}

async function stateOf(api: ContainerApi, connection: Connection, id: string) {
  const fields = `${api.fields.status},${api.fields.reason}`;
  const { body } = await graphGet(api, connection, `/${id}`, { fields });
  return { status: textAt(body, api.fields.status), reason: textAt(body, api.fields.reason) };
}

async function untilFinished(api: ContainerApi, connection: Connection, id: string): Promise<void> {
  const done = await poll(PROCESSING, connection, async () => {
    const { status, reason } = await stateOf(api, connection, id);
    if (status === 'ERROR' || status === 'EXPIRED') {
      const fault = { code: reason ?? status, subcode: null, message: reason };
      throw readFailure(api.errors, fault, connection.now);
    }
    return status === 'FINISHED' ? id : null;
  });
  if (done === null)
    throw notSent('media_processing_failed', 'The network did not finish processing the media.');
}

/**
 * A container for the post. Several items each get one, inside a carousel container. Each is stored as soon as it
 * exists.
 */
export async function prepareContainer(
  api: ContainerApi,
  connection: Connection,
  items: readonly Fields[],
  whole: Fields,
  progress?: Progress,
): Promise<Prepared> {
  const steps = new Steps(progress);
  const finished = async (name: string, fields: Fields): Promise<string> => {
    const id = await steps.once(name, () => createContainer(api, connection, fields));
    await untilFinished(api, connection, id);
    return id;
  };
  const children: string[] = [];
  if (items.length > 1) {
    for (const [place, item] of items.entries()) {
      children.push(await finished(childKey(place), { ...item, is_carousel_item: 'true' }));
    }
  }
  const fields =
    items.length > 1
      ? { ...whole, media_type: 'CAROUSEL', children: children.join(',') }
      : { ...items[0], ...whole };
  await finished(CONTAINER, fields);
  return steps.done;
}

export async function publishContainer(
  api: ContainerApi,
  connection: Connection,
  prepared: Prepared,
): Promise<Delivered> {
  const container = prepared[CONTAINER];
  if (container === undefined) throw notSent('service_error', 'There is no container to publish.');
  const path = `/${connection.account.networkUserId}/${api.edges.publish}`;
  const response = await graphPublish(api, connection, path, { creation_id: container });
  const id = required(textAt(response.body, 'id'), response);
  const permalink = await readPublished(connection, async () => {
    const { body } = await graphGet(api, connection, `/${id}`, { fields: 'permalink' });
    return textAt(body, 'permalink');
  });
  // Not every post can be looked up later: the account's page is where people find it.
  const { wire, account } = connection;
  return {
    networkPostId: id,
    url: permalink ?? `${wire.webUrl}${api.profilePath(account.handle)}`,
    adopted: false,
  };
}

/** The statuses of a container that was not published, and never will be. */
const NOT_PUBLISHED: readonly (string | null)[] = ['FINISHED', 'ERROR', 'EXPIRED'];

/**
 * The container's status says whether it was published, so a missing post is known to be missing. The list of the
 * account's posts then has the id of a published one.
 */
export async function findPublished(
  api: ContainerApi,
  connection: Connection,
  post: SoughtPost,
  prepared: Prepared,
): Promise<Delivered | null> {
  const container = prepared[CONTAINER];
  if (container === undefined) return null;
  const { status } = await stateOf(api, connection, container);
  if (NOT_PUBLISHED.includes(status)) return null;
  if (status !== 'PUBLISHED')
    throw notReadable('The status of the container does not say whether it was published.');
  const found = await findListed(api, connection, post, post.content.text);
  if (found) return found;
  throw new OutcomeInDoubt({
    status: 200,
    code: status,
    message: 'It was published, but is not in the list of posts.',
  });
}

/** The account's post or reply with this text, made since the first attempt started. */
export function findListed(
  api: ContainerApi,
  connection: Connection,
  sought: Sought,
  text: string,
): Promise<Delivered | null> {
  const isAnswer = typeof sought.answers === 'string';
  const edge = (isAnswer && api.edges.answers) || api.edges.list;
  return searchPages(sought, text, true, async (cursor) => {
    const { body } = await graphGet(api, connection, `/${connection.account.networkUserId}/${edge}`, {
      fields: `id,permalink,timestamp,${api.fields.text}${isAnswer ? ',replied_to' : ''}`,
      since: String(searchFrom(sought) / 1000),
      limit: String(PAGE),
      ...(cursor !== null && { after: cursor }),
    });
    return listedPage(body, PAGE, (one) => ({
      networkPostId: textAt(one, 'id'),
      url: textAt(one, 'permalink') ?? '',
      text: textAt(one, api.fields.text),
      createdAt: timeAt(one, 'timestamp'),
      // The edge of posts does not list replies.
      answers: isAnswer ? textAt(one, 'replied_to', 'id') || undefined : null,
    }));
  });
}
