import type { Issue } from '../../../../contract/errors.js';
import type { MediaFacts } from '../../../../networks/media-facts.js';

/** The facts read from the bytes of a file. */
export interface FileFacts extends Omit<MediaFacts, 'key' | 'bytes'> {
  /** Advice that applies to every network. */
  readonly warnings: readonly Issue[];
}
