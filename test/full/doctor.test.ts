import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { Machine } from '../cli/support/program.js';

it('doctor gives up on a silently dropped connection after five seconds, and says so', async () => {
  const machine = new Machine();
  // Accepts connections and never responds.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const began = performance.now();
  const { code, stdout } = await machine.run(['doctor', '--base-url', url]);
  const seconds = (performance.now() - began) / 1000;
  server.close();
  await machine.remove();
  expect(code).toBe(1);
  expect(stdout).toContain(`${url} did not respond within 5 s`);
  expect(stdout).toContain('A firewall, VPN or proxy');
  // A busy machine takes longer, but never less.
  expect(seconds).toBeGreaterThan(4.9);
}, 20_000);
