import { describe, expect, it } from 'vitest';
import { Scene, START } from '../../../test/support/network-scene.js';
import { OutcomeInDoubt } from './adapter.js';
import { type ListedPost, pickOwn } from './lookup.js';

const scene = new Scene('x');
const post = scene.post('Open on Sunday');

function listed(networkPostId: string, text: string, createdAt: number): ListedPost {
  return { networkPostId, url: `https://network.example/${networkPostId}`, text, createdAt };
}

describe('which of the account’s own posts is the one', () => {
  it('has the same words, whatever became of spaces and Unicode forms', () => {
    const own = listed('1', 'Cafe\u0301  open\non Sunday ', START);
    expect(pickOwn([own], post, 'Café open on Sunday')?.networkPostId).toBe('1');
    expect(pickOwn([own], post, 'Café open on Monday')).toBeNull();
  });

  it('was made since the first attempt, give or take what clocks differ', () => {
    expect(pickOwn([listed('1', 'Hi', START - 60_000)], post, 'Hi')).toBeNull();
    expect(pickOwn([listed('1', 'Hi', START - 1000)], post, 'Hi')).not.toBeNull();
  });

  it('is held by no other target', () => {
    const two = [listed('1', 'Hi', START + 1), listed('2', 'Hi', START + 2)];
    expect(pickOwn(two, { ...post, knownPostIds: ['2'] }, 'Hi')?.networkPostId).toBe('1');
  });

  it('cannot be told where there is no text', () => {
    expect(() => pickOwn([listed('1', '', START)], post, '')).toThrow(OutcomeInDoubt);
    expect(pickOwn([], post, '')).toBeNull();
  });
});
