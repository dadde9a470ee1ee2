/**
 * `npm run test:hosts`: runs real hosts, bridges and the protocol's conformance suite against this server.
 * npm installs them into a temporary folder, where they stay for the next run. This needs the npm registry and a
 * gigabyte of space; no other test does.
 *
 * `npm run test:hosts -- codex mcporter` runs only these two.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/backend/base/clock.js';
import { TlsSite } from '../support/http/tls-site.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { CHECKS } from './checks.js';
import { installTools } from './workshop.js';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(', ')}.`);
const chosen = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const tools = await installTools(chosen.flatMap(({ packages }) => packages));
const internet = await TlsSite.start();
const backend = await BackendUnderTest.startOn(systemClock, ':memory:', { fetching: internet.policy });
const home = mkdtempSync(join(tmpdir(), 'postrider-host-'));
mkdirSync(join(home, 'project'));
let failed = 0;
try {
  for (const { name, run } of chosen) {
    const begun = performance.now();
    try {
      const found = await run({
        ...{ tools, home, internet },
        url: backend.backend.url,
        key: backend.key,
        test: backend,
      });
      console.log(`✓ ${name}: ${found} (${Math.round((performance.now() - begun) / 1000)} s)`);
    } catch (error) {
      failed += 1;
      console.error(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await backend.close();
  await internet.close();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
