import { expect, it } from 'vitest';
import { FilesForTests } from '../../../test/support/networks/network-files.js';
import type { WireRequest } from '../networks/wire.js';
import { VolatileMemory } from './over-http/volatile-memory.js';
import { simulatedWire } from './simulated-wire.js';
import type { NetworkSimulator } from './simulator.js';

const REQUEST: WireRequest = {
  method: 'POST',
  path: '/',
  headers: {},
  body: { text: 'Hi', nothing: undefined },
};

function wireTo(answer: NetworkSimulator['answer']) {
  const context = {
    memory: new VolatileMemory([]),
    files: new FilesForTests(),
    now: 0,
    webUrl: 'http://127.0.0.1/network/x',
    random: () => 0,
  };
  return simulatedWire({ platform: 'x', origin: 'https://api.x.com', answer }, context);
}

it('serializes a JSON body', async () => {
  const wire = wireTo(async ({ body }) => ({ status: 200, headers: {}, body }));
  const { body } = await wire.send(REQUEST, AbortSignal.timeout(1000));
  expect(body).toStrictEqual({ text: 'Hi' });
});

it('sends nothing if the signal is already aborted', async () => {
  let sent = false;
  const wire = wireTo(async () => {
    sent = true;
    return { status: 200, headers: {}, body: null };
  });
  await expect(wire.send(REQUEST, AbortSignal.abort())).rejects.toMatchObject({ sent: false });
  expect(sent).toBe(false);
});

it('does not undo a sent request when the signal aborts', async () => {
  let done = false;
  const abort = new AbortController();
  const wire = wireTo(async () => {
    abort.abort();
    await Promise.resolve();
    done = true;
    return { status: 200, headers: {}, body: null };
  });
  await expect(wire.send(REQUEST, abort.signal)).rejects.toMatchObject({ reason: 'timeout', sent: true });
  expect(done).toBe(true);
});
