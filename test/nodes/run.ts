import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineName } from '../../bench/machine.js';
import { tableOf, writeMeasured } from '../../bench/written-down.js';
import { type Check, checksOf } from './checks.js';
import { installNode, packTarball } from './packages.js';

/** The supported versions of Node. */
const LINES = ['20', '22', '24', '26'];

/**
 * Installs the packed tarball on every supported version of Node, without compiling anything, and uses it as users
 * do, then again without optional dependencies. `--write` writes the table to docs/measured.md.
 */
const folder = mkdtempSync(join(tmpdir(), 'postrider-nodes-'));
let failed = false;
try {
  const tarball = packTarball(folder);
  const rows: { readonly node: string; readonly checks: readonly Check[] }[] = [];
  for (const line of LINES) {
    const node = installNode(line, join(folder, `node-${line}`));
    console.error(`… Node ${node.version}`);
    const checks = await checksOf(node, tarball, join(folder, `on-${line}`));
    for (const { name, fault } of checks) if (fault !== null) console.error(`  ${name}: ${fault}`);
    failed ||= checks.some(({ fault }) => fault !== null);
    rows.push({ node: node.version, checks });
  }
  const names = rows[0]?.checks.map(({ name }) => name) ?? [];
  const table = tableOf([
    ['Node', ...names],
    ...rows.map(({ node, checks }) => [node, ...checks.map(({ fault }) => (fault === null ? 'yes' : 'no'))]),
  ]);
  console.log(table);
  if (process.argv.includes('--write')) writeMeasured('nodes', `${machineName()}.\n\n${table}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;
