import { afterAll, beforeAll, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { OAuthProgram } from '../../../../test/oauth/support/oauth-program.js';
import { Visitor } from '../../../../test/support/visitor.js';

const machine = new Machine();
let url = '';
beforeAll(async () => {
  url = await machine.serve();
});
afterAll(() => machine.remove());

it('assistants are listed, changed and disconnected in a terminal', async () => {
  expect((await machine.run(['assistants'])).stdout).toContain('No assistant is connected');
  const person = new Visitor(url);
  const link = (await machine.run(['dashboard', '--quiet'])).stdout.trim();
  await person.open(link.slice(url.length));
  const program = await OAuthProgram.registered(
    { backend: { port: Number(new URL(url).port) } },
    { client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] },
  );
  const { access_token } = await program.connect(person);

  const { data } = JSON.parse((await machine.run(['assistants', '--json'])).stdout);
  expect(data).toMatchObject([{ label: 'Claude (claude.ai)', preset: 'draft', endedAt: null }]);
  expect((await machine.run(['assistants', 'list'])).stdout).toMatch(
    /Claude \(claude\.ai\) +connected +draft/,
  );

  const widened = await machine.run(['assistants', 'change', 'Claude (claude.ai)', '--preset', 'full']);
  expect([widened.code, widened.stdout]).toEqual([
    0,
    'Changed "Claude (claude.ai)": full, everything the scopes allow.\n',
  ]);
  const limited = await machine.run(['assistants', 'change', data[0].id, '--toolsets', 'posts']);
  expect(limited.stdout).toContain('full, posts');
  expect(await (await program.mcp(access_token)).text()).not.toContain('postrider_send_message');
  expect((await machine.run(['assistants', 'change', data[0].id])).stderr).toContain('Nothing to change.');

  const ended = await machine.run(['assistants', 'end', data[0].id, '--yes']);
  expect([ended.code, ended.stdout]).toEqual([0, 'Disconnected "Claude (claude.ai)".\n']);
  expect((await program.mcp(access_token)).status).toBe(401);
  const again = await machine.run(['assistants', 'end', data[0].id, '--yes']);
  expect([again.code, again.stderr]).toEqual([
    5,
    expect.stringContaining('No connected assistant has this id or name.'),
  ]);
});
