import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import type { TraceContext } from '../../../base/trace-context.js';
import { samplerOf } from './sampler.js';
import type { EndedSpan } from './span.js';
import { bound, currentContext, inNoSpan, inRootSpan, inSpan, Tracer, traceHeaders } from './tracer.js';

const clock = new ManualClock();

function recording(sampler = samplerOf('always_on', 1)) {
  const ended: EndedSpan[] = [];
  return { ended, tracer: new Tracer({ clock, sampler, onEnd: (span) => void ended.push(span) }) };
}

const parent = (sampled: boolean): TraceContext => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  sampled,
  state: '',
});

describe('a span', () => {
  it('is the parent of those that begin in it, over awaits', async () => {
    const { ended, tracer } = recording();
    await inRootSpan(tracer, 'outer', {}, async () => {
      await Promise.resolve();
      await inSpan('inner', {}, async () => clock.advance(20));
    });
    const [inner, outer] = ended;
    expect([inner?.name, outer?.name]).toEqual(['inner', 'outer']);
    expect(inner?.parent).toEqual({ spanId: outer?.context.spanId, isRemote: false });
    expect((inner?.endedAt ?? 0) - (inner?.startedAt ?? 0)).toBe(20);
    expect(currentContext()).toBeUndefined();
  });

  it('has failed where its work has, with the class of the error and not its words', async () => {
    const { ended, tracer } = recording();
    const work = inRootSpan(tracer, 'broken', {}, () => Promise.reject(new TypeError('a secret')));
    await expect(work).rejects.toThrow('a secret');
    expect(ended).toMatchObject([{ failed: true, attributes: { 'error.type': 'TypeError' } }]);
    expect(JSON.stringify(ended)).not.toContain('a secret');
  });

  it('does not end before it began when the wall clock is set back', async () => {
    const { ended, tracer } = recording();
    await inRootSpan(tracer, 'long', {}, async () => clock.jump(-60_000));
    expect(ended[0]?.endedAt).toBe(ended[0]?.startedAt);
  });

  it('has no part in what it has left behind', async () => {
    const { ended, tracer } = recording();
    let later: () => Promise<void> = async () => undefined;
    await inRootSpan(tracer, 'request', {}, async () => {
      later = bound(() => inSpan('later', {}, async () => undefined));
      await inNoSpan(() => inSpan('loop of a worker', {}, async () => undefined));
    });
    await later();
    expect(ended.map(({ name }) => name)).toEqual(['request']);
  });

  it('keeps what others start for it', async () => {
    const { ended, tracer } = recording();
    const jobs: (() => Promise<void>)[] = [];
    await inRootSpan(tracer, 'first', {}, async () => {
      const wait = new Promise<void>((resolve) => {
        jobs.push(bound(() => inSpan('write of the first', {}, async () => resolve())));
      });
      await inRootSpan(tracer, 'second', {}, async () => {
        for (const job of jobs) await job();
      });
      await wait;
    });
    const write = ended.find(({ name }) => name === 'write of the first');
    const first = ended.find(({ name }) => name === 'first');
    expect(write?.context.traceId).toBe(first?.context.traceId);
  });
});

describe('a sampler', () => {
  it.each([
    ['always_on', false, true],
    ['always_off', true, false],
    ['parentbased_always_on', false, false],
    ['parentbased_always_off', true, true],
    ['parentbased_traceidratio', true, true],
  ] as const)('%s, for a parent that is recorded: %s', (name, sampled, expected) => {
    expect(samplerOf(name, 0)('a'.repeat(32), parent(sampled))).toBe(expected);
  });

  it('keeps the part of traces that it is told, and the same ones everywhere', () => {
    const sampler = samplerOf('traceidratio', 0.25);
    const ids = Array.from(
      { length: 256 },
      (_, n) => `${'0'.repeat(18)}${n.toString(16).padStart(2, '0')}${'0'.repeat(12)}`,
    );
    expect(ids.filter((id) => sampler(id, null))).toHaveLength(64);
    expect(samplerOf('traceidratio', 1)('0'.repeat(31).concat('1'), null)).toBe(true);
    expect(samplerOf('traceidratio', 0)('f'.repeat(32), null)).toBe(false);
  });

  it('that records nothing still says where a trace is', async () => {
    const { ended, tracer } = recording();
    let headers = {};
    await inRootSpan(tracer, 'seen', {}, async () => {
      headers = traceHeaders();
    });
    expect(headers).toMatchObject({ traceparent: expect.stringMatching(/-01$/) });
    const off = recording(samplerOf('always_off', 1));
    await inRootSpan(off.tracer, 'unseen', { parent: parent(true) }, async () => {
      headers = traceHeaders();
      await inSpan('also unseen', {}, async () => undefined);
    });
    expect(headers).toMatchObject({ traceparent: expect.stringMatching(/^00-a{32}-.{16}-00$/) });
    expect(ended).toHaveLength(1);
    expect(off.ended).toEqual([]);
  });
});
