import { DELIVERY_WARNINGS, type DeliveryWarning } from '../../../contract/posts/delivery-warnings.js';
import type { OutgoingMedia } from '../outgoing-post.js';

/**
 * The warning about files that a network has accepted and then left out.
 *
 * @param shown how many files the published post has
 */
export function missingFiles(
  sent: readonly Pick<OutgoingMedia, 'contentType'>[],
  shown: number,
): readonly DeliveryWarning[] {
  const missing = sent.length - shown;
  if (missing <= 0) return [];
  const isAll = missing === sent.length;
  const which = isAll ? `its ${counted(sent)}` : `${missing} of ${counted(sent)}`;
  const them = missing === 1 ? 'it' : 'them';
  const message = `Published without ${which}: the network accepted ${them}, and does not show ${them}.`;
  return [{ code: 'media_missing', message, action: DELIVERY_WARNINGS.media_missing.action }];
}

/** "image", "2 images", "3 files". */
function counted(files: readonly Pick<OutgoingMedia, 'contentType'>[]): string {
  const kinds = ['image', 'video'].filter((kind) =>
    files.some(({ contentType }) => contentType.startsWith(`${kind}/`)),
  );
  const [kind = 'file'] = kinds.length === 1 ? kinds : [];
  return files.length === 1 ? kind : `${files.length} ${kind}s`;
}
