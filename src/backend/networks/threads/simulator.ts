import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import type { JsonObject } from '../json-answer.js';
import { containerServer } from '../meta-graph/container-server.js';
import { shortcodeOf } from '../simulation/network-ids.js';
import { textOf } from '../simulation/network-server.js';
import { entitiesOf } from '../text-entities.js';
import type { WireResponse } from '../wire.js';
import { THREADS_API } from './api.js';
import { THREADS_ERRORS, threadsErrors } from './errors.js';

const { text: TEXT, links: LINKS } = RULES.threads;

/** Different addresses in the text, with the attached one. */
function linksIn(text: string, attached: string): number {
  const addresses = entitiesOf(text).flatMap(({ kind, value }) => (kind === 'link' ? [value] : []));
  return new Set(attached === '' ? addresses : [...addresses, attached]).size;
}

function breach(fields: JsonObject): WireResponse | null {
  const text = textOf(fields, 'text');
  if (textOf(fields, 'media_type') === 'TEXT' && text === '')
    return threadsErrors.answer(THREADS_ERRORS.textMissing);
  if (countText(text, TEXT.unit) > TEXT.max.value) return threadsErrors.answer(THREADS_ERRORS.textTooLong);
  if (linksIn(text, textOf(fields, 'link_attachment')) > (LINKS.max?.value ?? 5)) {
    return threadsErrors.answer(THREADS_ERRORS.tooManyLinks);
  }
  return null;
}

export const threadsSimulator = containerServer({
  platform: 'threads',
  api: THREADS_API,
  idPrefix: '18',
  containerGone: THREADS_ERRORS.containerGone,
  breach,
  pathOf: ({ account }, id) => `/@${account.handle}/post/${shortcodeOf(`35${id}`)}`,
});
