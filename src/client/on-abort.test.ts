import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { onAbort } from './on-abort.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

it('needs one listener for many functions, and calls each once', () => {
  const stop = new AbortController();
  const called: number[] = [];
  const release = [1, 2, 3].map((number) => onAbort(stop.signal, () => called.push(number)));
  expect(listeners(stop.signal)).toBe(1);
  release[1]?.();
  stop.abort();
  expect(called).toEqual([1, 3]);
});

it('leaves no listener behind, and listens again', () => {
  const stop = new AbortController();
  const called: string[] = [];
  onAbort(stop.signal, () => called.push('released'))();
  expect(listeners(stop.signal)).toBe(0);
  onAbort(stop.signal, () => called.push('later'));
  stop.abort();
  expect(called).toEqual(['later']);
});

it('calls the function at once for a signal that has fired', () => {
  const called: string[] = [];
  onAbort(AbortSignal.abort(), () => called.push('at once'))();
  onAbort(undefined, () => called.push('never'))();
  expect(called).toEqual(['at once']);
});
