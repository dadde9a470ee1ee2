import { expect, it } from 'vitest';
import { differences, type Exchange, Recorder } from './compare.js';
import { formerDifferences, unknownDifferences } from './known-differences.js';

function exchange(changes: Partial<Exchange>): Exchange {
  return { step: 'publish', request: 'POST /statuses', status: 200, error: null, keys: ['id'], ...changes };
}

it('records routes, errors and the paths of fields', async () => {
  const recorder = new Recorder();
  const wire = recorder.over({
    origin: 'http://localhost',
    webUrl: 'http://localhost',
    send: async () => ({
      status: 404,
      headers: {},
      body: { error: 'NotFound', list: [{ a: 1 }, { b: { c: 2 } }] },
    }),
  });
  recorder.step = 'read';
  await wire.send({ method: 'GET', path: '/api/v1/statuses/12ab', headers: {} }, AbortSignal.timeout(1000));
  expect(recorder.exchanges).toEqual([
    {
      step: 'read',
      request: 'GET /api/v1/statuses/:id',
      status: 404,
      error: 'NotFound',
      keys: ['error', 'list', 'list[].a', 'list[].b', 'list[].b.c'],
    },
  ]);
});

it('compares requests, statuses, error names and fields', () => {
  const real = [
    exchange({ keys: ['id', 'account', 'account.id'] }),
    exchange({ step: 'refuse', status: 401, error: 'Gone' }),
    exchange({ step: 'wait' }),
  ];
  const simulated = [
    exchange({ keys: ['id', 'made_up'] }),
    exchange({ step: 'refuse', status: 400, error: 'Expired' }),
    exchange({ step: 'wait', request: 'GET /media/:id' }),
  ];
  expect(differences(real, simulated, true)).toEqual([
    { kind: 'status', where: 'refuse', real: '401', simulated: '400' },
    { kind: 'error', where: 'refuse', real: 'Gone', simulated: 'Expired' },
    { kind: 'requests', where: 'wait', real: 'POST /statuses', simulated: 'GET /media/:id' },
    { kind: 'missing field', where: 'POST /statuses 200', real: 'account', simulated: '' },
    { kind: 'invented field', where: 'POST /statuses 200', real: '', simulated: 'made_up' },
  ]);
});

it('knows a field that another answer of the same request has', () => {
  const real = [exchange({ keys: ['id'] }), exchange({ keys: ['id', 'commit'] })];
  expect(differences(real, [exchange({ keys: ['id', 'commit'] }), exchange({})], true)).toEqual([]);
});

it('names what is not known, and what is known but no longer differs', () => {
  const measured = differences([exchange({ keys: ['id', 'account', 'url'] })], [exchange({})], true);
  const known = [
    { kind: 'missing field', where: ['POST /statuses 200'], fields: ['url', 'text'], reason: 'A reason.' },
    { kind: 'status', where: ['publish'], reason: 'A reason.' },
  ] as const;
  expect(unknownDifferences(known, measured)).toEqual(['missing field | POST /statuses 200 | account | ']);
  expect(formerDifferences(known, measured)).toEqual(['missing field | text', 'status | publish']);
});
