import { describe, expect, it } from 'vitest';
import { NAMED_FAILURES } from '../../src/backend/simulators/shared/named-failures.js';
import { VARIABLES } from '../../src/cli/settings/environment.js';
import { EVENT_KINDS } from '../../src/contract/events/events.js';
import { SCOPE_PRESETS } from '../../src/contract/scopes.js';
import { WEBHOOK_RETRY_SECONDS } from '../../src/contract/webhooks/webhooks.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { read, sourcesBelow } from './sources.js';

/** Table rows of a page whose first cell is code: that code, and the next cell. */
const rowsOf = (page: string): [name: string, text: string][] =>
  [...read(page).matchAll(/^\| `([^`]+)` +\| (.*?) +\|/gm)].map(([, name = '', text = '']) => [name, text]);

const namesIn = (page: string): string[] => rowsOf(page).map(([name]) => name);

describe('the documentation', () => {
  it('lists exactly the existing tools', () => {
    expect(namesIn('README.md').filter((name) => name.startsWith('postrider_'))).toEqual(
      TOOLS.map((tool) => tool.name),
    );
  });

  it('lists every failure handle', () => {
    const documented = new Map(rowsOf('docs/testing.md'));
    for (const [name, { description }] of Object.entries(NAMED_FAILURES)) {
      expect(documented.get(name)).toBe(description);
    }
  });

  it('explains every scope preset', () => {
    expect(namesIn('docs/safety.md').sort()).toEqual(Object.keys(SCOPE_PRESETS).sort());
  });

  it('lists exactly the existing events, with their cause and scope', () => {
    const rows = [...read('docs/events.md').matchAll(/^\| `([^`]+)` +\| (.*?) +\| `([^`]+)` +\|/gm)];
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      Object.entries(EVENT_KINDS).map(([type, { summary, scope }]) => [type, summary, scope]),
    );
  });

  it('lists the retry times of webhooks', () => {
    const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };
    const rows = [...read('docs/events.md').matchAll(/^\| (\d+) +\| (\d+) (\w+) +\|$/gm)];
    expect(
      rows.map(([, attempt, amount, unit = '']) => [Number(attempt), Number(amount) * (units[unit] ?? 0)]),
    ).toEqual(WEBHOOK_RETRY_SECONDS.map((seconds, index) => [index + 2, seconds]));
  });

  it('lists exactly the environment variables that are read', () => {
    const found = sourcesBelow('src').flatMap((path) => [
      ...read(path).matchAll(/POSTRIDER_[A-Z0-9_]+[A-Z0-9]/g),
    ]);
    const known: string[] = VARIABLES.map(({ name }) => name);
    // A prefix of others, and a switch that only tests set.
    const unlisted = ['POSTRIDER_MEDIA_S3', 'POSTRIDER_TEST_LOOPBACK_NETWORKS'];
    const names = [...new Set(found.map(([name]) => name))].filter((name) => !unlisted.includes(name));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !namesIn('docs/command-line.md').includes(name))).toEqual([]);
  });
});
