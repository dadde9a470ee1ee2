import { describe, expect, it } from 'vitest';
import { Scene, START } from '../../../../test/support/networks/network-scene.js';
import { OutcomeInDoubt } from '../adapter.js';
import { type ListedPost, pickOwn } from './lookup.js';

const scene = new Scene('x');
const post = scene.post('Open on Sunday');

function listed(networkPostId: string, text: string, createdAt: number): ListedPost {
  return { networkPostId, url: `https://network.example/${networkPostId}`, text, createdAt, answers: null };
}

describe('the post that a lookup finds', () => {
  it('has the same text, regardless of whitespace and Unicode normalisation', () => {
    const own = listed('1', 'Cafe\u0301  open\non Sunday ', START);
    expect(pickOwn([own], post, 'Café open on Sunday')?.networkPostId).toBe('1');
    expect(pickOwn([own], post, 'Café open on Monday')).toBeNull();
  });

  it('was created after the first attempt, with a tolerance for clock differences', () => {
    expect(pickOwn([listed('1', 'Hi', START - 60_000)], post, 'Hi')).toBeNull();
    expect(pickOwn([listed('1', 'Hi', START - 1000)], post, 'Hi')).not.toBeNull();
  });

  it('does not belong to another target', () => {
    const two = [listed('1', 'Hi', START + 1), listed('2', 'Hi', START + 2)];
    expect(pickOwn(two, { ...post, knownPostIds: ['2'] }, 'Hi')?.networkPostId).toBe('1');
  });

  it('is unknown if the post has no text', () => {
    expect(() => pickOwn([listed('1', '', START)], post, '')).toThrow(OutcomeInDoubt);
    expect(pickOwn([], post, '')).toBeNull();
  });
});
