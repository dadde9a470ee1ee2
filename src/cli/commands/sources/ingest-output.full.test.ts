import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, Machine, type RunOptions } from '../../../../test/cli/support/program.js';
import { IngestHarness } from '../../../../test/support/ingest-harness.js';
import type { SourcePage } from '../../../contract/sources/sources.js';

const machine = new Machine();
let harness: IngestHarness;

beforeAll(async () => {
  harness = await IngestHarness.open();
});
afterAll(async () => {
  await machine.remove();
  await harness.close();
});

/** Runs a command against the harness's backend, without starting another one. */
function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { key, backend } = harness.service;
  return machine.run(args, {
    ...options,
    env: { POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: backend.url },
  });
}

describe('postrider ingest', () => {
  it('prints a summary of an article, and how much text fits on each network', async () => {
    const { code, stdout } = await run(['ingest', `${harness.site.origin}/news`]);
    expect(code).toBe(0);
    expect(stdout).toContain('Harbour bridge reopens after two years of repairs');
    expect(stdout).toContain('Northport Gazette');
    expect(stdout).toContain('2026-11-16');
    expect(stdout).toContain('bridge-1600.jpg (1600×900)');
    expect(stdout).toMatch(/pinterest +\d+ +800 +characters +boardId/);
    expect(stdout).toMatch(/posts create --source src_/);
    expect(stdout).not.toContain('Most read');
  });

  it('prints only the full text', async () => {
    const { stdout } = await run(['ingest', `${harness.site.origin}/wiki`, '--text']);
    expect(stdout).toContain('A watermill is a mill that uses hydropower.');
    expect(stdout).not.toContain('NETWORK');
    const { body } = await harness.service.get<SourcePage>('/v1/sources?text=watermill');
    const { body: source } = await harness.service.get<{ text: string }>(`/v1/sources/${body.data[0]?.id}`);
    expect(stdout.trim()).toBe(source.text);
  });

  it('reads a file, and standard input, for a post', async () => {
    const file = join(machine.home, 'notes.md');
    writeFileSync(file, '# Sunday opening\n\nWe are open.\n');
    // Only JSON.
    const read = await run(['ingest', file, '--json']);
    expect(JSON.parse(read.stdout)).toMatchObject({ kind: 'text', title: 'Sunday opening' });
    const piped = await run(['ingest', '-', '--title', 'Mine', '--quiet'], { input: 'We are open.' });
    const id = piped.stdout.trim();
    const made = await run(['posts', 'create', '--source', id, '--text', 'Open!', '--json']);
    expect(JSON.parse(made.stdout)).toMatchObject({ status: 'draft', sourceId: id });
  });

  it('reports why it failed', async () => {
    const gone = await run(['ingest', `${harness.site.origin}/nowhere`]);
    expect(gone.code).not.toBe(0);
    expect(gone.stderr).toContain('There is no page at this URL (404).');
  });
});
