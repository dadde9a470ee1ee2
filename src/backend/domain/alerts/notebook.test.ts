import { expect, it } from 'vitest';
import type { AlertFact } from './alert-facts.js';
import { notebookColumns, readNotebook, withFacts, withoutTrouble } from './notebook.js';

const EMPTY = readNotebook({ gathered_json: null, told_json: '[]' });
const failing: AlertFact = { type: 'webhook.failing', objectId: 'wh_1', detail: '' };
const works: AlertFact = { ...failing, isOver: true };
/** As after the alert was sent. */
const sent = (notebook: typeof EMPTY) => ({ ...notebook, waiting: EMPTY.waiting });
const waiting = (notebook: typeof EMPTY) => notebook.waiting.facts.map(({ isOver = false }) => isOver);

it('says that a trouble is over only if somebody was told of it', () => {
  expect(waiting(withFacts(EMPTY, [works]))).toEqual([]);
  expect(waiting(withFacts(EMPTY, [failing, works]))).toEqual([]);
  const told = sent(withFacts(EMPTY, [failing]));
  expect(waiting(withFacts(told, [works]))).toEqual([true]);
  expect(withFacts(told, [works]).told).toEqual([]);
  // It failed again before its end was told.
  expect(waiting(withFacts(told, [works, failing, works]))).toEqual([true]);
  expect(waiting(withFacts(told, [failing, works]))).toEqual([true]);
});

it('is null where nothing waits, so that no empty alert is sent', () => {
  expect(notebookColumns(withFacts(EMPTY, [failing, works]))).toEqual({
    gathered_json: null,
    told_json: '[]',
  });
  expect(notebookColumns(withoutTrouble(withFacts(EMPTY, [failing]), failing)).gathered_json).toBeNull();
});

it('the newest fact of an object replaces an earlier one', () => {
  const disabled: AlertFact = { type: 'webhook.disabled', objectId: 'wh_1', detail: '' };
  expect(withFacts(EMPTY, [failing, disabled]).waiting.facts.map(({ type }) => type)).toEqual([
    'webhook.disabled',
  ]);
});

it('is bounded, whatever happens', () => {
  const many = Array.from({ length: 500 }, (_, n): AlertFact => ({ ...failing, objectId: `wh_${n}` }));
  const { waiting, told } = withFacts(EMPTY, many);
  expect([waiting.facts.length, waiting.more, told.length]).toEqual([10, 490, 100]);
});
