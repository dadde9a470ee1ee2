import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { bundleManifest } from '../../scripts/shipping/bundle-manifest.js';
import { cursorLink, LINKED_START, VSCODE_INPUT, vscodeLink } from '../../scripts/shipping/install-links.js';
import { MADE_FILES } from '../../scripts/shipping/made-files.js';
import { packageFacts, ROOT } from '../../scripts/shipping/package-facts.js';
import { serverJson } from '../../scripts/shipping/server-json.js';
import { startOf } from '../../src/cli/commands/install/entry.js';
import { CONFIRM_POLICIES } from '../../src/contract/service/key-policy.js';
import { SERVER_SETTINGS } from '../../src/mcp/stdio/settings-table.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** The errors of a value against a published schema. */
function faults(schema: string, value: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.validate(JSON.parse(read('test/fixtures/schemas', schema)), value);
  return ajv.errors ?? [];
}

describe('generated files', () => {
  it.each(Object.entries(MADE_FILES))('%s is current: npm run docs', (path, make) => {
    expect(read(path)).toBe(make());
  });
});

describe('server.json', () => {
  it('satisfies the registry schema', () => {
    expect(faults('server.schema.2025-12-11.json', JSON.parse(serverJson()))).toEqual([]);
  });

  it('agrees with the package', () => {
    const { name, version, mcpName } = packageFacts();
    const entry = JSON.parse(serverJson());
    expect(entry).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
  });
});

describe('the desktop bundle', () => {
  it('has a valid manifest', () => {
    expect(faults('mcpb-manifest-v0.3.schema.json', bundleManifest())).toEqual([]);
  });

  it('lists every tool and marks the key as sensitive', () => {
    const manifest = bundleManifest() as {
      tools: { name: string }[];
      user_config: Record<string, { sensitive: boolean }>;
      server: { mcp_config: { env: Record<string, string> } };
    };
    expect(manifest.tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(manifest.user_config['api_key']?.sensitive).toBe(true);
    const asked = Object.values(manifest.server.mcp_config.env).map((value) => value.slice(14, -1));
    expect(asked).toEqual(Object.keys(manifest.user_config));
  });
});

describe('install links', () => {
  it('decode to the entry that starts npx', () => {
    const launcher = '/x/_npx/y/node_modules/postrider/bin/postrider.cjs';
    const { command, args } = startOf({}, { launcher, system: 'linux' });
    expect({ command, args }).toEqual(LINKED_START);

    const cursor = new URL(cursorLink());
    expect(cursor.searchParams.get('name')).toBe('postrider');
    const config = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString();
    expect(JSON.parse(config)).toEqual({ ...LINKED_START, env: { POSTRIDER_API_KEY: '' } });

    const inner = new URL(vscodeLink()).searchParams.get('url') ?? '';
    expect(inner).toMatch(/^vscode:mcp\/install\?/);
    expect(JSON.parse(decodeURIComponent(inner.slice(inner.indexOf('?') + 1)))).toEqual({
      name: 'postrider',
      ...LINKED_START,
      env: { POSTRIDER_API_KEY: `$${'{input:postrider_api_key}'}` },
      inputs: [VSCODE_INPUT],
    });
  });

  it('are current in the README', () => {
    for (const link of [cursorLink(), vscodeLink()]) expect(read('README.md')).toContain(`](${link})`);
  });
});

describe('the settings of the tool server', () => {
  it('are exactly the ones it reads', () => {
    const sources = ['src/client/settings.ts', 'src/mcp/stdio/server-settings.ts']
      .map((path) => read(path))
      .join();
    for (const { name } of SERVER_SETTINGS) expect(sources).toContain(name);
    const confirm = SERVER_SETTINGS.find(({ name }) => name === 'POSTRIDER_CONFIRM');
    expect(confirm?.choices).toEqual(CONFIRM_POLICIES);
  });
});
