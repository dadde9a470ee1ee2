import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../contract/events/events.js';
import { readEventTypes } from './event-types.js';

it('leaves out of * and families what a webhook has to name', () => {
  expect(readEventTypes(['*'])).toEqual(EVENT_TYPES.filter((type) => type !== 'post.metrics'));
  expect(readEventTypes(['post.*'])).toContain('post.published');
  expect(readEventTypes(['post.*'])).not.toContain('post.metrics');
  expect(readEventTypes(['post.*', 'post.metrics'])).toContain('post.metrics');
});
