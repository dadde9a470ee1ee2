import { describe, expect, it } from 'vitest';
import { apiTerms, overrideTerm, readOverrideTerm, renameApiTerms } from './api-terms.js';

const NAMES: Readonly<Record<string, string | null>> = { endTime: 'the end', cursor: null };
const named = (message: string) => renameApiTerms(message, (term) => NAMES[term] ?? null);

describe('the API names in a message', () => {
  it('are found by their backticks alone', () => {
    expect(apiTerms('Set `endTime`, or use `scheduleMode: now` (`POST /v1/posts`).')).toEqual([
      'endTime',
      'scheduleMode: now',
      'POST /v1/posts',
    ]);
    expect(apiTerms('The end is the same as the start.')).toEqual([]);
  });

  it('become what the surface calls them', () => {
    expect(named('Set `endTime` to a later time.')).toBe('Set the end to a later time.');
  });

  it('take their sentence with them if the surface has no such thing', () => {
    expect(named('The page is gone. Omit `cursor`. Set `endTime`.')).toBe('The page is gone. Set the end.');
    expect(named('Omit `cursor`.')).toBe('');
  });

  it('include fields of overrides', () => {
    const [term = ''] = apiTerms(`Set ${overrideTerm('youtube', 'options.license')}.`);
    expect(readOverrideTerm(term)).toEqual({ target: 'youtube', field: 'options.license' });
    expect(readOverrideTerm('title')).toBeNull();
  });
});
