import { describe, expect, it } from 'vitest';
import { readTraceContext, traceHeadersOf } from './trace-context.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const VALID = `00-${TRACE}-${SPAN}-01`;

describe('traceparent', () => {
  it('is read, and written as it was', () => {
    const read = readTraceContext(VALID, 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE');
    expect(read).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      sampled: true,
      state: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
    });
    expect(traceHeadersOf(read)).toEqual({
      traceparent: VALID,
      tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
    });
    expect(traceHeadersOf(null)).toEqual({});
  });

  it('has flags of which only the first says something', () => {
    expect(readTraceContext(`00-${TRACE}-${SPAN}-00`, undefined)?.sampled).toBe(false);
    expect(readTraceContext(`00-${TRACE}-${SPAN}-fe`, undefined)?.sampled).toBe(false);
    expect(readTraceContext(`00-${TRACE}-${SPAN}-03`, undefined)?.sampled).toBe(true);
  });

  it('of a later version is read as far as this one goes', () => {
    expect(readTraceContext(`cc-${TRACE}-${SPAN}-01`, undefined)?.traceId).toBe(TRACE);
    expect(readTraceContext(`cc-${TRACE}-${SPAN}-01-what-the-future-holds`, undefined)?.spanId).toBe(SPAN);
    expect(readTraceContext(`cc-${TRACE}-${SPAN}-01.what`, undefined)).toBeNull();
    expect(readTraceContext(`cc-${TRACE}-${SPAN}-01-`, undefined)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['an unknown version', `ff-${TRACE}-${SPAN}-01`],
    ['a version 0 that is longer', `${VALID}-more`],
    ['a version 0 with a hyphen at its end', `${VALID}-`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['upper case', VALID.toUpperCase()],
    ['a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['a long trace id', `00-${TRACE}a-${SPAN}-01`],
    ['digits that are not hexadecimal', `00-${TRACE.slice(1)}g-${SPAN}-01`],
    ['full-width digits', `00-${TRACE.slice(1)}０-${SPAN}-01`],
    ['flags of one digit', `00-${TRACE}-${SPAN}-1`],
    ['two headers joined by a comma', `${VALID}, ${VALID}`],
    ['a space before it', ` ${VALID}`],
    ['a line break', `${VALID}\n`],
    ['a megabyte', `cc-${TRACE}-${SPAN}-01-${'a'.repeat(1_000_000)}`],
  ])('is ignored with %s', (_what, header) => {
    expect(readTraceContext(header, undefined)).toBeNull();
  });
});

describe('tracestate', () => {
  const stateOf = (state: string) => readTraceContext(VALID, state)?.state;

  it('loses empty members and space around members', () => {
    expect(stateOf(' a=1 , ,b@vendor=2\t')).toBe('a=1,b@vendor=2');
  });

  it.each([
    ['too many members', Array.from({ length: 33 }, (_, n) => `k${n}=v`).join(',')],
    ['a key twice', 'a=1,a=2'],
    ['a key without a value', 'a'],
    ['a value with an equals sign', 'a=b=c'],
    ['a key in upper case', 'A=1'],
    ['a control character', 'a=\u0007'],
    ['text beyond ASCII', 'a=ü'],
    ['more than 512 characters', `a=${'x'.repeat(250)},b=${'x'.repeat(250)},c=${'x'.repeat(20)}`],
  ])('is dropped with %s, and the trace continues', (_what, state) => {
    expect(readTraceContext(VALID, state)).toMatchObject({ traceId: TRACE, state: '' });
  });
});
