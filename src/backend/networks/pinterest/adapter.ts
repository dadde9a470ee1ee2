import type { Board, ListedBoards } from '../../../networks/boards.js';
import type { NetworkAdapter } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered, OutgoingMedia, OutgoingPost, Prepared } from '../outgoing-post.js';
import { renewableHealth } from '../renewal/ending-access.js';
import { ask, bearer, commit, notSent, required } from '../requests/exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { type ListedPost, listedAt, notReadable, searchPages } from '../requests/lookup.js';
import { bytesOf, isVideo } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { pinterestErrors } from './errors.js';
import { pinterestMetrics } from './metrics.js';
import { untilSucceeded, uploadVideo } from './upload.js';

/** The key in `Prepared` of the uploaded video's id. */
const VIDEO_ID = 'video';

/** Types that can be sent in the request. Others would need a public URL. */
const INLINE_TYPES: readonly string[] = ['image/jpeg', 'image/png'];
/** Pinterest's largest page. */
const PAGE = 250;

function delivered({ wire }: Connection, id: string, adopted: boolean): Delivered {
  return { networkPostId: id, url: `${wire.webUrl}/pin/${id}`, adopted };
}

/** Title and description together identify a pin of the board. */
const wordsOf = (title: string | null, description: string | null) => `${title ?? ''}\n${description ?? ''}`;

function listedPin(connection: Connection, pin: unknown): ListedPost {
  const id = textAt(pin, 'id');
  const title = wordsAt(pin, 'title');
  const description = wordsAt(pin, 'description');
  return {
    networkPostId: id,
    url: delivered(connection, id ?? '', true).url,
    text: title === null || description === null ? null : wordsOf(title, description),
    createdAt: createdAt(pin),
    answers: null,
  };
}

/** Pinterest writes null where a pin has none; null here: the response does not say. */
function wordsAt(pin: unknown, name: 'title' | 'description'): string | null {
  const found = valueAt(pin, name);
  if (found === null) return '';
  return typeof found === 'string' ? found : null;
}

/** A time without a zone is in UTC. The API description only promises a date-time. */
function createdAt(pin: unknown): number | null {
  const written = textAt(pin, 'created_at') ?? '';
  const hasZone = /(?:z|[+-]\d\d:?\d\d)$/i.test(written);
  return timeAt({ at: hasZone ? written : `${written}Z` }, 'at');
}

/** Null: this was the last page. A full page without a bookmark may not be. */
function bookmarkAfter(body: unknown, count: number): string | null {
  const bookmark = valueAt(body, 'bookmark');
  if (typeof bookmark === 'string' && bookmark !== '') return bookmark;
  if (bookmark === null || (bookmark === undefined && count < PAGE)) return null;
  throw notReadable('The list of pins may continue, but the response does not say where.');
}

async function inline(image: OutgoingMedia) {
  if (!INLINE_TYPES.includes(image.contentType)) {
    throw notSent('media_invalid', 'Only JPEG and PNG images can be pinned.');
  }
  return { content_type: image.contentType, data: Buffer.from(await bytesOf(image)).toString('base64') };
}

/** One image, a carousel of several, or an uploaded video with its cover; null: no media. */
async function sourceOf(
  { media, cover }: OutgoingPost,
  prepared: Prepared,
): Promise<Readonly<Record<string, unknown>> | null> {
  const [first] = media;
  if (first === undefined) return null;
  if (isVideo(first)) {
    const shown = cover && (await inline(cover));
    return {
      source_type: 'video_id',
      media_id: prepared[VIDEO_ID] ?? '',
      // A video needs a cover; by default its first frame.
      ...(shown
        ? { cover_image_content_type: shown.content_type, cover_image_data: shown.data }
        : { cover_image_key_frame_time: 0 }),
    };
  }
  if (media.length === 1) return { source_type: 'image_base64', ...(await inline(first)) };
  return { source_type: 'multiple_image_base64', items: await Promise.all(media.map(inline)) };
}

/** Pages of boards that are read: 1,000 boards. */
const MAX_BOARD_PAGES = 4;

/** The boards of the account, and those of others to which it may pin. */
async function readBoards(connection: Connection): Promise<ListedBoards> {
  const boards: Board[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < MAX_BOARD_PAGES; page += 1) {
    const { body } = await ask(pinterestErrors, connection, {
      method: 'GET',
      path: '/v5/boards',
      query: { page_size: String(PAGE), ...(bookmark !== null && { bookmark }) },
      headers: bearer(connection),
    });
    for (const board of listAt(body, 'items')) {
      const id = textAt(board, 'id');
      const name = textAt(board, 'name');
      if (id !== null && name !== null) boards.push({ id, name });
    }
    bookmark = textAt(body, 'bookmark') || null;
    if (bookmark === null) break;
  }
  return { boards, isWhole: bookmark === null };
}

/** Pinterest API v5. A board's pins can be listed, but in no documented order: a lookup reads all pages. */
export const pinterestAdapter: NetworkAdapter = {
  platform: 'pinterest',
  recovery: 'lookup',

  async prepare(connection, { media }, progress) {
    const steps = new Steps(progress);
    const [video] = media.filter(isVideo);
    if (video) {
      const id = await steps.once(VIDEO_ID, () => uploadVideo(connection, video));
      await untilSucceeded(connection, id);
    }
    return steps.done;
  },

  async create(connection, post, prepared) {
    const { content, media } = post;
    const { boardSectionId, dominantColor } = content.options;
    const source = await sourceOf(post, prepared);
    const response = await commit(pinterestErrors, connection, {
      method: 'POST',
      path: '/v5/pins',
      headers: { ...bearer(connection), 'content-type': 'application/json' },
      body: {
        board_id: content.boardId ?? '',
        ...(typeof boardSectionId === 'string' && { board_section_id: boardSectionId }),
        ...(typeof dominantColor === 'string' && { dominant_color: dominantColor }),
        ...(content.title !== null && { title: content.title }),
        ...(content.text !== '' && { description: content.text }),
        ...(content.link !== null && { link: content.link }),
        ...(media[0]?.altText && { alt_text: media[0].altText }),
        ...(source && { media_source: source }),
      },
    });
    return delivered(connection, required(textAt(response.body, 'id'), response), false);
  },

  readBoards,

  find(connection, post) {
    const { boardId, title, text } = post.content;
    return searchPages(post, wordsOf(title, text), false, async (bookmark) => {
      const { body } = await ask(pinterestErrors, connection, {
        method: 'GET',
        path: `/v5/boards/${boardId ?? ''}/pins`,
        query: { page_size: String(PAGE), ...(bookmark !== null && { bookmark }) },
        headers: bearer(connection),
      });
      const pins = listedAt(body, 'items');
      return { posts: pins.map((pin) => listedPin(connection, pin)), next: bookmarkAfter(body, pins.length) };
    });
  },

  metrics: pinterestMetrics,

  async checkToken(connection) {
    await ask(pinterestErrors, connection, {
      method: 'GET',
      path: '/v5/user_account',
      headers: bearer(connection),
    });
    return renewableHealth('pinterest', connection);
  },
};
