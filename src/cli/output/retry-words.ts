import type { Diagnosis } from '../../contract/posts/delivery-errors.js';
import { instantWords } from './instants.js';

/**
 * When Postrider tries again, and until when: ` Retrying at 2026-12-01 09:04, until 2026-12-01 10:00.`
 *
 * @param next ISO 8601; null: it does not try again by itself
 */
export function retryWords(next: string | null, { givesUpAt }: Pick<Diagnosis, 'givesUpAt'>): string {
  if (next === null) return '';
  const until = givesUpAt === undefined ? '' : `, until ${instantWords(Date.parse(givesUpAt))}`;
  return ` Retrying at ${instantWords(Date.parse(next))}${until}.`;
}
