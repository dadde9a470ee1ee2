import { describe, expect, it } from 'vitest';
import { facebookNotices } from './facebook/notices.js';
import { instagramNotices } from './instagram/notices.js';
import { isSignature, signatureOf } from './notices.js';
import { threadsNotices } from './threads/notices.js';

const subjectsIn = (notices: typeof threadsNotices, body: unknown) => {
  const { found, ignored } = notices.read(body);
  return { found: found.map(({ networkUserId, subject }) => [networkUserId, subject]), ignored };
};

describe('what networks announce', () => {
  const comment = (from: string) => ({
    field: 'comments',
    value: { id: '17900', from: { id: from }, text: 'Hi', media: { id: '17841' }, parent_id: '17899' },
  });

  it('on Instagram: comments of others, messages of both sides, and nothing else', () => {
    const message = { mid: 'aWdf', text: 'Hi' };
    const body = {
      object: 'instagram',
      entry: [
        {
          id: '178',
          time: 1,
          changes: [comment('99'), comment('178'), { field: 'mentions', value: { comment_id: '1' } }],
          messaging: [
            { sender: { id: '99' }, recipient: { id: '178' }, timestamp: 1, message },
            {
              sender: { id: '178' },
              recipient: { id: '98' },
              timestamp: 2,
              message: { ...message, is_echo: true },
            },
            { sender: { id: '99' }, recipient: { id: '178' }, timestamp: 3, reaction: { emoji: '❤' } },
          ],
        },
      ],
    };
    expect(subjectsIn(instagramNotices, body)).toEqual({
      found: [
        ['178', { kind: 'comments', networkPostId: '17841', commentIds: ['17900'] }],
        ['178', { kind: 'person', networkUserId: '99' }],
        ['178', { kind: 'person', networkUserId: '98' }],
      ],
      ignored: 3,
    });
  });

  it('on Threads: replies, one or several', () => {
    const reply = {
      field: 'replies',
      value: { id: '801', replied_to: { id: '567' }, root_post: { id: '123', owner_id: '42' } },
    };
    const told = ['42', { kind: 'mention', networkCommentId: '801', answers: '567' }];
    const about = { app_id: '1', topic: 'moderate', target_id: '2', time: 1 };
    expect(subjectsIn(threadsNotices, { ...about, values: reply })).toEqual({ found: [told], ignored: 0 });
    const several = { ...about, values: [reply, { field: 'delete', value: { id: '9' } }, reply] };
    expect(subjectsIn(threadsNotices, several)).toEqual({ found: [told, told], ignored: 1 });
  });

  it('on Facebook: an own comment is left out when it is new, and read when it was edited', () => {
    const own = (verb: string) => ({
      object: 'page',
      entry: [
        {
          id: '5',
          changes: [
            {
              field: 'feed',
              value: { item: 'comment', verb, from: { id: '5' }, post_id: '5_1', comment_id: '1_2' },
            },
          ],
        },
      ],
    });
    expect(subjectsIn(facebookNotices, own('add')).found).toEqual([]);
    expect(subjectsIn(facebookNotices, own('edited')).found).toHaveLength(1);
  });
});

it('the signature of a body is the one that Meta documents', () => {
  // HMAC-SHA-256 of RFC 4231, test case 2.
  const right = 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(signatureOf(facebookNotices, 'what do ya want for nothing?', 'Jefe')).toBe(right);
  expect([isSignature(facebookNotices, right), isSignature(facebookNotices, `${right}0`)]).toEqual([
    true,
    false,
  ]);
});
