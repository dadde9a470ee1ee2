import type { Post, Target } from '../../../../contract/posts/posts.js';
import type { Preview } from '../../../confirmation/confirmation.js';
import { handleFact, withheldHandles } from '../../../answers/untrusted.js';
import { type PreviewWords, previewText } from './post-preview.js';
import { whenFacts } from '../../shared/time-facts.js';

/** A preview of what is done with targets of a post as they are stored. */
export function storedPreview(post: Post, targets: readonly Target[], words: PreviewWords): Preview {
  return {
    text: previewText(words, targets, post),
    agree: words.verb,
    facts: {
      postId: post.id,
      version: post.version,
      when: whenFacts(post.when),
      targets: targets.map(({ accountId, platform, handle, status }) => ({
        accountId,
        platform,
        handle: handleFact(handle),
        status,
      })),
    },
    untrusted: withheldHandles(targets),
  };
}
