import type { PostType } from '../contract/posts/content.js';
import type { MediaFacts } from './media-facts.js';
import type { NetworkRules } from './network-rules.js';

/**
 * The form in which a network publishes a post: the one that was asked for where it has it, and for a single
 * video of the feed the one that the network makes of it.
 *
 * @param files of the post, in their order; undefined where a file is not known
 */
export function formOf(
  { forms, singleVideoForm }: NetworkRules,
  asked: PostType | null,
  files: readonly (Pick<MediaFacts, 'kind'> | undefined)[],
): PostType {
  const known = asked !== null && forms[asked] ? asked : 'feed';
  const onlyVideo = files.length === 1 && files[0]?.kind === 'video';
  return known === 'feed' && onlyVideo ? (singleVideoForm?.value ?? known) : known;
}
