import type { Target } from '../../../contract/posts/posts.js';
import { retrySentences } from '../../../networks/charges.js';
import { namesOf } from './acts/acts-props.js';

interface RetryPriceProps {
  /** What the button beside it sends again. */
  readonly targets: readonly Target[];
}

/** What a retry costs, beside its button; nothing where it is free. */
export function RetryPrice({ targets }: RetryPriceProps) {
  const sentences = retrySentences(targets);
  return sentences.length === 0 ? null : <small class="soft">{sentences.join(' ')}</small>;
}

/** The question before a retry that costs something; undefined: it is free, and nothing is asked. */
export function askToRetry(targets: readonly Target[]): string | undefined {
  const sentences = retrySentences(targets);
  return sentences.length === 0 ? undefined : `Retry on ${namesOf(targets)}? ${sentences.join(' ')}`;
}
