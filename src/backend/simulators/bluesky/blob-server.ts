import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { BLUESKY_ERRORS, blueskyErrors } from '../../networks/bluesky/errors.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { contentId } from '../shared/network-ids.js';
import type { SimulatedCall } from '../shared/network-server.js';
import { uploadedFile } from '../shared/request-body.js';
import { type AccountCall, fileIn, noteUpload, ownUpload } from '../shared/uploads.js';
import type { SimulatedCard, SimulatedFile, SimulatedMedia } from '../simulator.js';

/** A blob's id is the hash of its bytes. */
function cidOfFile({ sha256 }: SimulatedFile): string {
  return contentId(Buffer.from(sha256, 'hex')).replace('bafyrei', 'bafkrei');
}

/** Each account has its own blobs: the same file may be uploaded by several. */
function blobName({ account }: AccountCall, cid: string): string {
  return `blob/${account.networkUserId}/${cid}`;
}

/** Stores a file in the account's repository. */
export function storeBlob(call: AccountCall, file: SimulatedFile): Promise<void> {
  return noteUpload(call, blobName(call, cidOfFile(file)), { file });
}

export const blobOf = (file: SimulatedFile) => ({
  $type: 'blob',
  ref: { $link: cidOfFile(file) },
  mimeType: file.contentType,
  size: file.bytes,
});

async function uploadBlob(call: SimulatedCall): Promise<WireResponse> {
  const file = await uploadedFile(call.request, call.context);
  await storeBlob(call, file);
  return json(200, { blob: blobOf(file) });
}

/** The blobs that a record embeds, with their alt texts. */
function embeddedIn(record: unknown): readonly { readonly cid: string; readonly altText: string | null }[] {
  const images = listAt(record, 'embed', 'images').map((one) => ({
    cid: textAt(one, 'image', 'ref', '$link') ?? '',
    altText: textAt(one, 'alt') || null,
  }));
  const video = textAt(record, 'embed', 'video', 'ref', '$link');
  return video === null ? images : [{ cid: video, altText: textAt(record, 'embed', 'alt') || null }];
}

/** What the lexicon says against a blob, in the words of the server. */
function invalidBlob(broken: 'type' | 'bytes', { bytes, contentType }: SimulatedFile, where: string) {
  const { images, videos } = RULES.bluesky.forms.feed;
  const max = (contentType.startsWith('image/') ? images : videos)?.maxBytes?.value;
  const { blobTooBig, blobType } = BLUESKY_ERRORS;
  return broken === 'bytes'
    ? blueskyErrors.answer(blobTooBig, `blob too big (maximum ${max}, got ${bytes}) at ${where}`)
    : blueskyErrors.answer(
        blobType,
        `mimeType not accepted (expected one of image/*, got ${contentType}) at ${where}`,
      );
}

/** The picture and description of a record's link card, or the error for a picture that is missing or too large. */
export async function embeddedCard(
  call: SimulatedCall,
  record: unknown,
): Promise<{ readonly refusal: WireResponse } | { readonly card?: SimulatedCard }> {
  if (valueAt(record, 'embed', 'external') === undefined) return {};
  const description = textAt(record, 'embed', 'external', 'description') || null;
  const cid = textAt(record, 'embed', 'external', 'thumb', 'ref', '$link');
  if (cid === null) return { card: { description, image: null } };
  const file = fileIn(valueAt((await ownUpload(call, blobName(call, cid)))?.state, 'file'));
  if (!file)
    return { refusal: blueskyErrors.answer(BLUESKY_ERRORS.blobUnknown, `Could not find blob: ${cid}`) };
  const broken = againstFile('bluesky', file);
  return broken === null
    ? { card: { description, image: file } }
    : { refusal: invalidBlob(broken, file, '$.record.embed.external.thumb') };
}

/** The files that a record embeds, or the error for a missing or too large one. */
export async function embeddedMedia(
  call: SimulatedCall,
  record: unknown,
): Promise<
  { readonly refusal: WireResponse } | { readonly media: readonly SimulatedMedia[]; readonly ids: string[] }
> {
  const media: SimulatedMedia[] = [];
  const embedded = embeddedIn(record);
  const isVideo = valueAt(record, 'embed', 'video') !== undefined;
  for (const [place, { cid, altText }] of embedded.entries()) {
    const blob = await ownUpload(call, blobName(call, cid));
    const file = fileIn(valueAt(blob?.state, 'file'));
    if (!file || spoilsMedia(call.account)) {
      return {
        refusal: blueskyErrors.answer(BLUESKY_ERRORS.blobUnknown, `Could not find blob: ${cid}`),
      };
    }
    const broken = againstFile('bluesky', file);
    const where = isVideo ? '$.record.embed.video' : `$.record.embed.images[${place}].image`;
    if (broken !== null) return { refusal: invalidBlob(broken, file, where) };
    media.push({ ...file, altText });
  }
  return { media, ids: embedded.map(({ cid }) => cid) };
}

export const blobRoutes = {
  'POST /xrpc/com.atproto.repo.uploadBlob': uploadBlob,
};
