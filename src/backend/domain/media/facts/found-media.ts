import type { Issue } from '../../../../contract/errors.js';
import type { MediaFacts } from '../../../../networks/media-facts.js';

/** What was read from a file's bytes. */
export interface FoundMedia extends Omit<MediaFacts, 'key' | 'bytes'> {
  /** Advice that holds whatever the network. */
  readonly warnings: readonly Issue[];
}
