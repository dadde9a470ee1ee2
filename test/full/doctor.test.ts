import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { Machine } from '../cli/support/program.js';

it('the doctor waits five seconds for what a firewall swallows, says so, and ends', async () => {
  const machine = new Machine();
  // It takes connections and never answers.
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
  // A busy machine takes longer, never less.
  expect(seconds).toBeGreaterThan(4.9);
}, 20_000);
