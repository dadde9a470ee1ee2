import { expect, it } from 'vitest';
import { callDirectly, clientOf } from '../../../../test/support/tool-harness.js';
import { fetchTransport } from '../../../client/transport/fetch-transport.js';
import { exampleDraft, exampleMe } from '../../../contract/examples.js';
import { OPERATIONS } from '../../../contract/operations.js';

it('says which outcome is unknown, and cancels the others', async () => {
  const deleted: string[] = [];
  const transport = fetchTransport(({ method, url }) => {
    const id = new URL(url).pathname.split('/').at(-1) ?? '';
    if (method === 'GET') return Response.json(id === 'me' ? exampleMe : { ...exampleDraft, id });
    if (id.endsWith('2')) {
      return new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }));
    }
    deleted.push(id);
    return Response.json({
      ...OPERATIONS['posts.delete'].example.response,
      outcome: 'deleted',
      post: exampleDraft,
    });
  });
  const client = clientOf('postrider_api_test', { transport });
  const call = (args: object) =>
    callDirectly({
      tool: 'postrider_cancel_post',
      args: { ids: ['post_1', 'post_2', 'post_3'], ...args },
      client,
    });
  const { confirmToken } = (await call({})).structured;
  const { structured, text } = await call({ confirmToken });
  expect(deleted).toEqual(['post_1', 'post_3']);
  expect(text).toMatch(/^Deleted 2 drafts\. The outcome is unknown for 1 post: see posts\./);
  expect(structured['posts']).toMatchObject([
    { id: 'post_2', why: expect.stringContaining('Outcome unknown') },
  ]);
});

it('prints no warning for twenty posts', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  const transport = fetchTransport(({ url }) => {
    const id = new URL(url).pathname.split('/').at(-1) ?? '';
    return Response.json(id === 'me' ? exampleMe : { ...exampleDraft, id });
  });
  const ids = Array.from({ length: 20 }, (_, index) => `post_${index}`);
  const client = clientOf('postrider_api_test', { transport });
  const { structured } = await callDirectly({ tool: 'postrider_cancel_post', args: { ids }, client });
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(structured['status']).toBe('needs_confirmation');
  expect(warnings).toEqual([]);
});
