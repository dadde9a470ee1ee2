import { setMaxListeners } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { NameLookUpTimedOut, NameResolver, type NameResolverOptions } from './name-resolver.js';

const ADDRESS = '93.184.215.14';

/** Look-ups that end when the test says so. */
function scripted(options: NameResolverOptions = {}) {
  /** The names that were looked up, in order. */
  const asked: string[] = [];
  const given: string[] = [];
  const ends = new Map<string, (outcome: Error | number) => void>();
  let time = 0;
  const resolver = new NameResolver(
    (name, signal) => {
      asked.push(name);
      signal.addEventListener('abort', () => given.push(name));
      return new Promise((resolve, reject) => {
        ends.set(name, (outcome) => {
          if (typeof outcome === 'number') resolve({ addresses: [ADDRESS], ttlMs: outcome });
          else reject(outcome);
        });
      });
    },
    { clock: { monotonic: () => time }, ...options },
  );
  const testEnded = new AbortController();
  // Dozens of look-ups end with the test, and Node warns of more than ten.
  setMaxListeners(0, testEnded.signal);
  onTestFinished(() => testEnded.abort());
  return {
    asked,
    /** The look-ups whose signal was aborted: all that have ended. */
    over: given,
    end: async (name: string, outcome: Error | number = 60_000) => {
      ends.get(name)?.(outcome);
      await Promise.resolve();
    },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    resolve: (host: string, share = 'one', signal = testEnded.signal) => {
      const waiting = resolver.resolve(host, { share, signal });
      // Some tests leave look-ups behind, which end with the test.
      waiting.catch(() => undefined);
      return waiting;
    },
  };
}

it('asks once for a name that several wait for, however it is written', async () => {
  const { asked, resolve, end } = scripted();
  const waiting = [
    resolve('shop.example'),
    resolve('Shop.Example.', 'two'),
    resolve('shop.example', 'three'),
  ];
  expect(asked).toEqual(['shop.example']);
  await end('shop.example');
  expect(await Promise.all(waiting)).toEqual([[ADDRESS], [ADDRESS], [ADDRESS]]);
});

it('keeps addresses for as long as their name servers allow, and no longer than a minute', async () => {
  const { asked, resolve, end, pass } = scripted();
  for (const [name, ttl, kept] of [
    ['short.example', 3_000, 3_000],
    ['long.example', 86_400_000, 60_000],
    ['never.example', 0, 0],
  ] as const) {
    const first = resolve(name);
    await end(name, ttl);
    await first;
    const before = asked.length;
    pass(kept - 1);
    if (kept > 0) expect(await resolve(name)).toEqual([ADDRESS]);
    expect(asked).toHaveLength(before);
    pass(1);
    const again = resolve(name);
    expect(asked).toHaveLength(before + 1);
    await end(name, ttl);
    await again;
  }
});

it('keeps a failure for five seconds', async () => {
  const { asked, resolve, end, pass } = scripted();
  const gone = new Error('ENOTFOUND');
  const first = resolve('gone.example');
  await end('gone.example', gone);
  await expect(first).rejects.toBe(gone);
  pass(4_999);
  await expect(resolve('gone.example')).rejects.toBe(gone);
  expect(asked).toHaveLength(1);
  pass(1);
  const again = resolve('gone.example');
  await end('gone.example');
  expect(await again).toEqual([ADDRESS]);
});

it('ends a look-up when nobody waits for it any more, and not before', async () => {
  const { over, resolve, asked } = scripted();
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [
    resolve('slow.example', 'one', first.signal),
    resolve('slow.example', 'one', second.signal),
  ];
  first.abort(new Error('first'));
  await expect(waiting[0]).rejects.toThrow('first');
  expect(over).toEqual([]);
  second.abort(new Error('second'));
  await expect(waiting[1]).rejects.toThrow('second');
  expect(over).toEqual(['slow.example']);
  // Nothing is kept of it: the next one asks again.
  void resolve('slow.example');
  expect(asked).toHaveLength(2);
});

it('gives up a look-up that takes too long, and frees its place', async () => {
  const { asked, over, resolve } = scripted({ limitMs: 20, maxPerShare: 1 });
  const dead = resolve('dead.example');
  const next = resolve('next.example');
  expect(asked).toEqual(['dead.example']);
  await expect(dead).rejects.toThrow(NameLookUpTimedOut);
  expect(over).toEqual(['dead.example']);
  expect(asked).toEqual(['dead.example', 'next.example']);
  await expect(next).rejects.toThrow(NameLookUpTimedOut);
});

it('does not let one share’s dead names delay another share', async () => {
  const { asked, resolve, end } = scripted({ maxPerShare: 3 });
  for (let count = 0; count < 50; count += 1) void resolve(`dead${count}.example`, 'one');
  expect(asked).toHaveLength(3);
  const live = resolve('live.example', 'two');
  expect(asked).toHaveLength(4);
  await end('live.example');
  expect(await live).toEqual([ADDRESS]);
});

it('gives the shares turns where all places are taken', async () => {
  const { asked, resolve, end } = scripted({ maxAtOnce: 1 });
  for (const name of ['a1', 'a2', 'a3']) void resolve(name, 'a');
  for (const name of ['b1', 'b2']) void resolve(name, 'b');
  void resolve('c1', 'c');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(asked.at(-1)).toBe(name);
    await end(name);
    await Promise.resolve();
  }
});

it('looks up a name in the first turn that any of its callers gets', async () => {
  const { asked, resolve, end } = scripted({ maxPerShare: 1 });
  void resolve('dead.example', 'one');
  const both = [resolve('shop.example', 'one'), resolve('shop.example', 'two')];
  expect(asked).toEqual(['dead.example', 'shop.example']);
  await end('shop.example');
  expect(await Promise.all(both)).toEqual([[ADDRESS], [ADDRESS]]);
});

it('forgets what waits for a turn when its caller has left', async () => {
  const { asked, resolve, end } = scripted({ maxPerShare: 1 });
  const gone = new AbortController();
  void resolve('first.example');
  const second = resolve('second.example', 'one', gone.signal);
  void resolve('third.example');
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await end('first.example');
  expect(asked).toEqual(['first.example', 'third.example']);
});
