import { expect, it } from 'vitest';
import { CliFailure } from '../../failure.js';
import { withBeginning } from './begin-again.js';
import type { ConnectInput } from './sign-in.js';

const input: ConnectInput = {
  platform: 'mastodon',
  account: undefined,
  server: 'mastodon.example',
  method: 'paste',
  givenMethod: 'paste',
  returnUrl: 'https://post.example/back?to=here&there',
  accountId: undefined,
  passwordFrom: undefined,
  board: undefined,
};

const nextOf = (error: unknown) => (error instanceof CliFailure ? error.next : []);

it('names the command with its options, as a shell takes them, once a sign-in is over', () => {
  const over = new CliFailure('not_ended', 'Nobody signed in.', { changed: 'nothing' });
  const next = nextOf(withBeginning(over, input, ["Fern Hill's Page", 'all']));
  expect(next.join()).toMatch(
    /^Begin again: .*accounts connect mastodon --server mastodon\.example --method paste --return-url 'https:\/\/post\.example\/back\?to=here&there' --choose 'Fern Hill'\\''s Page,all'$/,
  );
});

it('leaves out the method that was not typed, and leaves other errors as they are', () => {
  const refused = new CliFailure('refused', 'Denied.', { data: { code: 'sign_in_refused' } });
  const next = nextOf(
    withBeginning(
      refused,
      { ...input, platform: 'x', server: undefined, givenMethod: undefined, returnUrl: undefined },
      [],
    ),
  );
  expect(next).toEqual([
    expect.stringMatching(/accounts connect x$/),
    expect.stringMatching(/^If the app is wrong: .*apps set x$/),
  ]);
  const other = new CliFailure('configuration', 'Another program uses the port.', { next: ['Stop it'] });
  expect(withBeginning(other, input, [])).toBe(other);
});
