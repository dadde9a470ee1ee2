import type { Source } from '../../../contract/sources/sources.js';
import type { CallContext } from '../../call-context.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { toolCall } from '../shared/tool-call.js';
import { ingestSource } from './ingest-source.definition.js';
import { sourceAnswer, sourceFrom } from './source-answer.js';

export const callIngestSource = handle(ingestSource, async (input, call) => {
  const { url, text, sourceId, offset, response_format } = input;
  const given = [url, text, sourceId].filter((one) => one !== undefined).length;
  if (given !== 1) {
    return refusal({
      code: 'arguments_invalid',
      message: given === 0 ? 'Pass url, text or sourceId.' : 'Pass only one of url, text and sourceId.',
      facts: { fields: ['url', 'text', 'sourceId'] },
      next: `${toolCall('ingest_source', { url: 'https://…' })}, or with text, or with sourceId and offset to continue reading`,
    });
  }
  const source =
    sourceId === undefined
      ? await ingested(input, call)
      : await call.client.sources.get(sourceId, call.request());
  if (sourceId !== undefined && offset !== undefined && offset > 0) return sourceFrom(source, offset);
  return sourceAnswer(source, response_format === 'detailed');
});

type Input = Parameters<Parameters<typeof handle<(typeof ingestSource)['input']>>[1]>[0];

async function ingested(
  { url, text, title, format, takeImage, idempotencyKey }: Input,
  call: CallContext,
): Promise<Source> {
  const body = {
    ...(url !== undefined && { url }),
    ...(text !== undefined && { text }),
    ...(title !== undefined && { title }),
    ...(format !== undefined && { format }),
    ...(takeImage === true && { takeImage }),
  };
  return call.client.sources.ingest(body, { ...call.request(), ...(idempotencyKey && { idempotencyKey }) });
}
