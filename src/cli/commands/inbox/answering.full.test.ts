import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine, ROOT } from '../../../../test/cli/support/program.js';
import { atTerminal, inPipe } from '../../../../test/cli/support/terminal.js';
import { Account } from '../../../contract/accounts/accounts.js';
import { CommentPage, CommentThread, CreatedComment } from '../../../contract/inbox/comments.js';
import { Conversation, ConversationPage } from '../../../contract/inbox/conversations.js';
import { Message, MessagePage } from '../../../contract/inbox/messages.js';

const machine = new Machine();
let env: Record<string, string>;
let post: string;
let account: string;
let texts = 0;

beforeAll(async () => {
  const url = await machine.serve();
  const key = await machine.login(url, 'sandbox');
  env = { ...machine.env, POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url };
  const made = ['posts', 'create', '--to', 'facebook', '--text', 'New beans.', '--now', '--yes', '--quiet'];
  post = (await machine.run(made)).stdout.trim();
  account = (await quietly('accounts', '--platform', 'instagram')).trim();
});
afterAll(() => machine.remove());

const program = (...args: readonly string[]) => machine.run(args);
const here = (...args: readonly string[]) => inPipe(args, env);
const person = (args: readonly string[], ...answers: readonly string[]) => atTerminal(args, { env, answers });
const quietly = async (...args: readonly string[]) => (await here(...args, '--quiet')).stdout.trim();
const json = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await here(...args, '--json')).stdout);

/** Creates a comment on the simulated network. @returns its id */
const commented = (text = 'Oat milk?', author = '@mia.brews') =>
  quietly('trigger', 'comment.received', '--post', post, '--text', text, '--author', author);

/** Sends a message to the account. @returns the id of the conversation */
async function wrote(author: string, text = 'A table?'): Promise<string> {
  await here('trigger', 'message.received', '--account', account, '--text', text, '--author', author);
  const page = ConversationPage.parse(await json('conversations', 'list', '--account', account));
  return page.data[0]?.id ?? '';
}

const readComment = async (id: string) => CommentThread.parse(await json('comments', 'get', id));
const newText = () => `Of course, for the ${++texts}. time.`;

async function ask(path: string, body: object, method = 'POST'): Promise<unknown> {
  const answer = await fetch(`${env['POSTRIDER_BASE_URL']}${path}`, {
    method,
    headers: { authorization: `Bearer ${env['POSTRIDER_API_KEY']}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

describe('comments', () => {
  it('are listed and shown with their thread, with control characters removed', async () => {
    const id = await commented('Is \u001b[31mit\u001b]0;title\u0007 \u009b2J \u202eopen?\r\nToday?');
    const [list, one] = await Promise.all([
      program('comments', 'list', '--unanswered', '--post', post),
      program('comments', 'get', id),
    ]);
    expect(list.stdout).toMatch(/^ID +NETWORK +FROM +WHEN +STATE +TEXT\n/);
    expect(list.stdout).toMatch(new RegExp(`${id} +facebook .* new, unanswered +Is it +open\\? Today\\?`));
    expect(one.stdout).toContain('  │ Today?');
    expect(one.stdout).toContain('Reply: up to 8000 characters');
    expect(one.stdout).toMatch(/Private reply: once, until .* in 7 d/);
    for (const { stdout } of [list, one]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    const page = CommentPage.parse(await json('comments', 'list', '--limit', '1'));
    expect(page.data[0]?.text).toContain('\u001b[31m');
  });

  it('fit the terminal', async () => {
    const id = await commented('A question that is rather long, and then goes on for a while. 日本語');
    for (const columns of [60, 80, 120]) {
      for (const args of [
        ['comments', 'list'],
        ['comments', 'get', id],
        ['conversations', 'list'],
      ]) {
        const { stdout } = await atTerminal(args, { env, columns });
        const tooLong = stdout.split('\n').filter((line) => line.length > columns);
        expect(tooLong).toEqual([]);
      }
    }
  });

  it('are filtered like in the API, and conflicting filters are rejected', async () => {
    const id = await commented();
    await here('comments', 'read', id);
    expect(await quietly('comments', 'list', '--read', '--post', post)).toContain(id);
    expect(await quietly('comments', 'list', '--unread', '--post', post)).not.toContain(id);
    expect(await quietly('comments', 'list', '--since', 'tomorrow')).toBe('');
    expect(await quietly('comments', 'list', '--since', 'yesterday', '--all')).toContain(id);
    const both = await here('comments', 'list', '--answered', '--unanswered');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
    const none = await here('comments', 'list', '--state', 'deleted');
    expect(none.stdout).toBe('No comments match.\n');
  });

  it('are answered after confirmation, which shows the comment', async () => {
    const id = await commented('Do you have oat milk?');
    const args = ['comments', 'reply', id, '--text', newText()];
    const script = await here(...args);
    expect([script.code, script.stderr]).toEqual([8, expect.stringContaining('--yes')]);
    const no = await person(args, 'n');
    expect(no.code).toBe(8);
    expect(no.stderr).toContain('now, as facebook @');
    expect(no.stderr).toContain('│ Do you have oat milk?');
    expect(no.stderr).toMatch(/Your text \(\d+ of 8000 characters\):/);
    expect((await readComment(id)).replies).toEqual([]);
    const yes = await person(args, 'y');
    expect([yes.code, yes.stdout]).toEqual([0, expect.stringContaining('sent')]);
    expect((await readComment(id)).awaitingReply).toBe(false);
    const again = await person([...args, '--text', 'Once more']);
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('comments get cmt_')]);
  });

  it('are answered from a script, once for each idempotency key', async () => {
    const id = await commented();
    const args = ['comments', 'reply', id, '--yes', '--quiet', '--idempotency-key', `reply-${id}`];
    const input = `${newText()}\n`;
    const first = await machine.run(args, { input });
    const second = await machine.run(args, { input });
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/^cmt_\w+\n$/);
    expect(second.stdout).toBe(first.stdout);
    expect((await readComment(id)).replies).toHaveLength(1);
  });

  it('are answered with a direct message, once', async () => {
    const id = await commented('May I ask something?', '@shy.one');
    const args = ['comments', 'private-reply', id, '--text', newText()];
    const asked = await person(args, 'n');
    expect(asked.stderr).toContain('Reply with a direct message');
    expect(asked.stderr).toContain('only one private reply');
    const sent = Message.parse(await json(...args, '--yes'));
    expect(sent).toMatchObject({ status: 'sent', answersCommentId: id });
    const again = await here(...args, '--yes');
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('private reply')]);
  });

  it('can be added to your own post', async () => {
    const words = newText();
    const made = CreatedComment.parse(
      await json('comments', 'create', '--post', post, '--text', words, '--yes'),
    );
    expect(made).toMatchObject({ parentCommentId: null, status: 'sent', text: words });
    expect((await here('comments', 'create', '--text', words, '--yes')).code).toBe(2);
  });

  it('are hidden, shown again and deleted; a missing one does not stop the others', async () => {
    const [one, other] = [await commented(), await commented()];
    const hidden = await here('comments', 'hide', one, 'cmt_nowhere', other);
    expect([hidden.code, hidden.stdout]).toEqual([5, `Hidden: ${one}.\nHidden: ${other}.\n`]);
    expect(hidden.stderr).toContain('cmt_nowhere');
    expect((await readComment(one)).state).toBe('hidden');
    await here('comments', 'unhide', one);
    expect((await readComment(one)).state).toBe('visible');
    const script = await here('comments', 'delete', one);
    expect([script.code, script.stderr]).toEqual([
      8,
      expect.stringContaining('Deleting comments needs confirmation'),
    ]);
    expect((await person(['comments', 'delete', one], 'n')).code).toBe(8);
    const deleted = await person(['comments', 'delete', one], 'y');
    expect([deleted.code, deleted.stdout]).toEqual([0, `Deleted: ${one}.\n`]);
    expect((await here('comments', 'hide', 'cmt_a', 'cmt_b')).code).toBe(5);
  });
});

describe('conversations and messages', () => {
  it('are listed with their reply window, and shown in order', async () => {
    const id = await wrote('@ana', 'A table for four?');
    const { stdout } = await here('conversations', 'list', '--unanswered', '--account', account);
    expect(stdout).toMatch(/^ID +NETWORK +WITH +CLOSES +STATE +LAST\n/);
    expect(stdout).toMatch(new RegExp(`${id} +instagram +@ana +in 1 d +1 new, unanswered +A table for four`));
    const shown = await program('conversations', 'get', id);
    expect(shown.stdout).toMatch(/Reply until .* in 1 d/);
    expect(shown.stdout).toContain('│ A table for four?');
    expect(shown.stderr).toContain(`messages send ${id}`);
    await here('conversations', 'read', id);
    expect(Conversation.parse(await json('conversations', 'get', id)).unread).toBe(0);
  });

  it('send a message after confirmation', async () => {
    const id = await wrote('@ben', 'At four?');
    const words = newText();
    const args = ['messages', 'send', id, '--text', words];
    expect((await here(...args)).code).toBe(8);
    const no = await person(args, 'n');
    expect(no.stderr).toContain('Send a direct message to @ben now, as instagram @');
    expect(no.stderr).toContain('│ At four?');
    expect(no.stderr).toMatch(/The reply window closes in 1 d: /);
    const yes = await person(args, 'y');
    expect([yes.code, yes.stdout]).toEqual([0, expect.stringContaining('sent')]);
    const { stdout } = await here('messages', 'list', '--conversation', id);
    expect(stdout).toMatch(/ID +WHEN +FROM +STATUS +TEXT\n.*you +sent +.*\n.*them +At four\?/);
    const page = MessagePage.parse(await json('messages', 'list', '--conversation', id));
    expect(page.data.map(({ text }) => text)).toEqual([words, 'At four?']);
  });

  it('send a local file', async () => {
    const id = await wrote('@cleo');
    const file = join(ROOT, 'test/fixtures/media/photo.jpg');
    const sent = Message.parse(await json('messages', 'send', id, '--media', file, '--yes'));
    expect(sent).toMatchObject({ status: 'sent', text: '', media: [{ kind: 'image' }] });
  });

  it('report what is missing', async () => {
    expect((await here('messages', 'list')).stderr).toContain('--conversation');
    expect((await here('messages', 'send', 'conv_x', '--yes')).stderr).toContain('No text was given');
    expect((await here('messages', 'resolve', 'msg_x')).stderr).toContain('--outcome');
    expect((await here('conversations', 'get', 'conv_x')).code).toBe(5);
  });
});

describe('an unknown outcome', () => {
  it('exits with 7, says to check first, and is resolved by a check', async () => {
    const id = await wrote('@lost');
    const fault = (method: string, does: object) =>
      ask('/v1/test/faults', { on: 'network', platform: 'instagram', method, path: '/v25.0', does });
    await fault('POST', { kind: 'reset', effect: 'after' });
    await fault('GET', { kind: 'status', status: 500, effect: 'before' });
    const sending = here('messages', 'send', id, '--text', newText(), '--yes');
    const underWay = async () =>
      MessagePage.parse(await json('messages', 'list', '--conversation', id)).data[0];
    while ((await underWay())?.status !== 'sending');
    await ask('/v1/test/clock', { action: 'advance', seconds: 2 * 60 * 60 });
    const { code, stdout } = await sending;
    expect(code).toBe(7);
    expect(stdout).toContain('unknown');
    expect(stdout).toContain('Check the network before you send it again');
    const [, message = ''] = /messages resolve (msg_\w+) --outcome check/.exec(stdout) ?? [];
    const again = await here('messages', 'resolve', message, '--outcome', 'send_again');
    expect([again.code, again.stderr]).toEqual([8, expect.stringContaining('--yes')]);
    const no = await person(['messages', 'resolve', message, '--outcome', 'send_again'], 'n');
    expect(no.stderr).toContain('it will appear twice');
    await ask('/v1/test/faults', {}, 'DELETE');
    const settled = await here('messages', 'resolve', message, '--outcome', 'check');
    expect([settled.code, settled.stdout]).toEqual([0, expect.stringContaining('sent')]);
  });

  it('exits with 9 if it is still in progress when the wait time runs out', async () => {
    const { id: slow } = Account.parse(
      await ask('/v1/test/accounts', { platform: 'instagram', handle: 'slow_30s' }),
    );
    await here('trigger', 'message.received', '--account', slow, '--text', 'Hello?');
    const conversation = await quietly('conversations', 'list', '--account', slow);
    const { code, stdout } = await here(
      ...['messages', 'send', conversation, '--text', newText(), '--yes', '--wait', '0'],
    );
    expect([code, stdout]).toEqual([9, expect.stringContaining('Do not send it again. Follow it')]);
  });
});

describe('a closed reply window', () => {
  it('exits with 4, sends nothing and says what is still possible', async () => {
    const id = await wrote('@late');
    await ask('/v1/test/clock', { action: 'advance', seconds: 25 * 60 * 60 });
    const closed = await person(['messages', 'send', id, '--text', newText()]);
    expect(closed.code).toBe(4);
    expect(closed.stderr).toContain('Nothing was changed.');
    expect(closed.stderr).toContain('A person can still answer in the dashboard:');
    const { stdout } = await here('conversations', 'list', '--window', 'closed', '--account', account);
    expect(stdout).toMatch(new RegExp(`${id} .*closed 1 h ago`));
    expect((await here('conversations', 'get', id)).stdout).toContain('Cannot reply');
  });
});
