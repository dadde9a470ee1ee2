import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';

/** ` Nothing was sent yet. Postrider retries at … and gives up at ….`; empty unless Postrider retries what was not sent. */
export function retryWords({ code, retryAt, givesUpAt }: Diagnosis): string {
  if (givesUpAt === undefined || retryAt === null) return '';
  const why = code === 'network_unavailable' ? ' The network could not be reached.' : '';
  return `${why} Nothing was sent yet. Postrider retries at ${retryAt} and gives up at ${givesUpAt}.`;
}
