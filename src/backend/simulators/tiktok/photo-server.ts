import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { listAt, textAt } from '../../networks/requests/json-answer.js';
import { TIKTOK_ERRORS, tiktokErrors } from '../../networks/tiktok/errors.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { tiktokNumber } from '../shared/network-ids.js';
import type { SimulatedCall } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import { noteUpload } from '../shared/uploads.js';
import type { SimulatedMedia } from '../simulator.js';
import { OK, refusedPrivacy } from './creator-server.js';
import { noteDraft, refusedDraft } from './drafts.js';

export const PHOTO_ROUTE = 'POST /v2/post/publish/content/init/';

const { text: TEXT, forms } = RULES.tiktok;
const MAX_PHOTOS = forms.feed.images?.max.value ?? Number.POSITIVE_INFINITY;
const MAX_DESCRIPTION_LENGTH = TEXT.withImages?.max.value ?? Number.POSITIVE_INFINITY;

/** Photos are fetched after the response, so errors only appear in the status. */
export async function publishPhotos(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const text = textAt(fields, 'post_info', 'description') ?? '';
  const privacy = textAt(fields, 'post_info', 'privacy_level') ?? '';
  const addresses = listAt(fields, 'source_info', 'photo_images').map(String);
  if (countText(text, 'utf16') > MAX_DESCRIPTION_LENGTH)
    return tiktokErrors.answer(TIKTOK_ERRORS.titleTooLong);
  if (addresses.length === 0 || addresses.length > MAX_PHOTOS)
    return tiktokErrors.answer(TIKTOK_ERRORS.mediaMissing);
  const isDraft = textAt(fields, 'post_mode') === 'MEDIA_UPLOAD';
  const refused = isDraft ? await refusedDraft(call) : refusedPrivacy(call);
  if (refused) return refused;

  const uploadId = `p_pub_url~v2.${tiktokNumber(context.now, context.random)}`;
  const end = async (state: Readonly<Record<string, unknown>>) => {
    await noteUpload(call, uploadId, { receivedAt: context.now, ...state });
    return json(200, { data: { publish_id: uploadId }, error: OK });
  };
  const media: SimulatedMedia[] = [];
  for (const address of addresses) {
    const file = await context.files.fetch(address);
    if (!file || spoilsMedia(account)) return end({ status: 'FAILED', reason: TIKTOK_ERRORS.photoPull.code });
    if (againstFile('tiktok', file) !== null)
      return end({ status: 'FAILED', reason: TIKTOK_ERRORS.fileFormat.code });
    media.push({ ...file, altText: null });
  }
  if (isDraft) {
    await noteDraft(call);
    return end({ status: 'SEND_TO_USER_INBOX' });
  }
  const post = await publishNew(call, () => {
    const id = tiktokNumber(context.now, context.random);
    return {
      networkPostId: id,
      path: `/@${account.handle}/photo/${id}`,
      text,
      title: textAt(fields, 'post_info', 'title'),
      mediaIds: media.map((_, place) => `${uploadId}/${place}`),
      media,
      rawCall: fields,
    };
  });
  const isPublic = privacy === 'PUBLIC_TO_EVERYONE';
  return end({ status: 'PUBLISH_COMPLETE', ...(isPublic && { postId: post.networkPostId }) });
}
