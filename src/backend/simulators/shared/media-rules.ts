import type { Platform } from '../../../contract/platforms.js';
import type { PostType } from '../../../contract/posts/content.js';
import { accepts } from '../../../networks/preflight/media-types.js';
import { RULES } from '../../../networks/rules.js';
import type { SimulatedFile } from '../simulator.js';

/** Which of a network's rules a file breaks in a form of post; null: none. */
export function againstFile(
  platform: Platform,
  { contentType, bytes }: SimulatedFile,
  form: PostType = 'feed',
): 'type' | 'bytes' | null {
  const { images, videos } = RULES[platform].forms[form] ?? RULES[platform].forms.feed;
  const rules = contentType.startsWith('image/') ? images : videos;
  if (!rules || !accepts(rules.types.value, contentType)) return 'type';
  return bytes > (rules.maxBytes?.value ?? Number.POSITIVE_INFINITY) ? 'bytes' : null;
}
