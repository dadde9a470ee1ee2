import type { Source, SourceImage } from '../../../contract/sources/sources.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import type { WorkspaceFetch } from '../../fetching/fetch-policy.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Write } from '../../store/store.js';
import type { SaveFetched } from '../media/save-fetched.js';
import { unusable } from './fetch-page.js';

/** Larger images are refused by the media storage as well. In bytes. */
const IMAGE_MAX_BYTES = 50_000_000;

/** Over everything, in milliseconds: with the page before it, a call stays within its 45 s. */
const IMAGE_DEADLINE_MS = 20_000;

/** How an image of a page is taken over. */
export interface Taking {
  readonly image: SourceImage;
  readonly fetch: WorkspaceFetch;
  readonly keep: SaveFetched;
}

/** @throws RequestRefused `image_unavailable` where the page names no such image */
export function chosenImage(images: readonly SourceImage[], index: number): SourceImage {
  const image = images[index];
  if (image !== undefined) return image;
  const many = `${images.length} ${images.length === 1 ? 'image' : 'images'}`;
  throw unusable(
    'image_unavailable',
    'image_not_found',
    `The page names ${many}, so there is none to take over as number ${index}. Repeat without \`takeImage\`, or with another number.`,
    '/takeImage',
  );
}

/**
 * Fetches an image and keeps it as media in the transaction that keeps the source.
 *
 * @throws RequestRefused `image_unavailable`; then nothing was kept
 */
export async function takeImage(
  call: Call<'sources.ingest'>,
  { image, fetch, keep }: Taking,
  write: (trx: Write, media: Source['media']) => Promise<Source>,
): Promise<Source> {
  const { caller, requestId, now, signal } = call;
  const uploader = { workspaceId: caller.workspace.id, apiKeyId: caller.key.id, requestId, now };
  try {
    const { body, finalUrl, status } = await fetch(image.url, {
      signal,
      maxBytes: IMAGE_MAX_BYTES,
      deadlineMs: IMAGE_DEADLINE_MS,
      accept: 'image/jpeg, image/png, image/webp, */*;q=0.1',
    });
    if (status !== 200) {
      body.destroy();
      throw new FetchFailure('answer_broken', `Its address answered ${status}.`, { sent: true });
    }
    return await keep({ body, finalUrl }, uploader, (known) =>
      call.commit(async (trx) => {
        const media = (await known(trx)).map(({ key }) => ({ key, imageUrl: image.url }));
        return write(trx, media);
      }),
    );
  } catch (error) {
    if (!(error instanceof FetchFailure || error instanceof RequestRefused)) throw error;
    throw unusable(
      'image_unavailable',
      error.code,
      `The image could not be taken over: ${error.message} Nothing was kept: repeat without \`takeImage\`, or with another number.`,
      '/takeImage',
    );
  }
}
