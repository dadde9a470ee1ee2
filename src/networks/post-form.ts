import type { PostType } from '../contract/posts/content.js';
import type { MediaFacts } from './media-facts.js';
import type { NetworkRules } from './network-rules.js';

/**
 * The post type in which a network publishes a post: the requested one if the network has it, otherwise `feed`. Some
 * networks publish a feed post with a single video in another post type.
 *
 * @param files of the post, in order; undefined for an unknown file
 */
export function formOf(
  { forms, singleVideoForm }: NetworkRules,
  requested: PostType | null,
  files: readonly (Pick<MediaFacts, 'kind'> | undefined)[],
): PostType {
  const known = requested !== null && forms[requested] ? requested : 'feed';
  const onlyVideo = files.length === 1 && files[0]?.kind === 'video';
  return known === 'feed' && onlyVideo ? (singleVideoForm?.value ?? known) : known;
}
