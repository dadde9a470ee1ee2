import type { Source, SourceImage } from '../../../contract/sources/sources.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import type { WorkspaceFetch } from '../../fetching/fetch-policy.js';
import { StorageUnavailable } from '../../files/storage.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Write } from '../../store/store.js';
import type { SaveFetched } from '../media/save-fetched.js';
import { unusable } from './fetch-page.js';

/** The same limit as for uploaded images. In bytes. */
const MAX_IMAGE_BYTES = 50_000_000;

/** The limit for the whole fetch, in milliseconds. */
const IMAGE_DEADLINE_MS = 20_000;

export interface ImageImport {
  readonly image: SourceImage;
  readonly fetch: WorkspaceFetch;
  /** Ends the fetch. */
  readonly signal: AbortSignal;
  readonly save: SaveFetched;
}

/** @throws RequestRefused `image_unavailable` if the page has no such image */
export function chosenImage(images: readonly SourceImage[], index: number): SourceImage {
  const image = images[index];
  if (image !== undefined) return image;
  const count = `${images.length} ${images.length === 1 ? 'image' : 'images'}`;
  throw unusable(
    'image_unavailable',
    'image_not_found',
    `The page has ${count}, so there is no image ${index}. Send the request again without \`takeImage\`, or with another index.`,
    '/takeImage',
  );
}

/**
 * Fetches an image and saves it as media in the same transaction as the source.
 *
 * @throws RequestRefused `image_unavailable`; nothing was saved
 */
export async function takeImage(
  call: Call<'sources.ingest'>,
  { image, fetch, signal, save }: ImageImport,
  write: (trx: Write, media: Source['media']) => Promise<Source>,
): Promise<Source> {
  const { caller, requestId, now } = call;
  const uploader = { workspaceId: caller.workspace.id, apiKeyId: caller.key.id, requestId, now };
  try {
    const { body, finalUrl, status } = await fetch(image.url, {
      signal,
      maxBytes: MAX_IMAGE_BYTES,
      deadlineMs: IMAGE_DEADLINE_MS,
      accept: 'image/jpeg, image/png, image/webp, */*;q=0.1',
    });
    if (status !== 200) {
      body.destroy();
      throw new FetchFailure('answer_broken', `Its URL returned ${status}.`, { sent: true });
    }
    return await save({ body, finalUrl }, uploader, (known) =>
      call.commit(async (trx) => {
        const media = (await known(trx)).map(({ key }) => ({ key, imageUrl: image.url }));
        return write(trx, media);
      }),
    );
  } catch (error) {
    const isKnown =
      error instanceof FetchFailure || error instanceof RequestRefused || error instanceof StorageUnavailable;
    if (!isKnown) throw error;
    throw unusable(
      'image_unavailable',
      error.code,
      `The image could not be imported: ${error.message} Send the request again without \`takeImage\`, or with another index.`,
      '/takeImage',
    );
  }
}
