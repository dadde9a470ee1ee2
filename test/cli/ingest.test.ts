import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../src/contract/sources.js';
import { PageSite } from '../support/page-site.js';
import { Machine } from './support/program.js';

const machine = new Machine();
let site: PageSite;

beforeAll(async () => {
  site = await PageSite.open();
  const url = await machine.serve('--allow-fetch-origin', site.origin);
  await machine.login(url);
});
afterAll(async () => {
  await machine.remove();
  site.close();
});

describe('postrider ingest', () => {
  it('prints an article in short, and the room that networks leave', async () => {
    const { code, stdout } = await machine.run(['ingest', `${site.origin}/news`]);
    expect(code).toBe(0);
    expect(stdout).toContain('Harbour bridge reopens after two years of repairs');
    expect(stdout).toContain('Northport Gazette');
    expect(stdout).toContain('2026-11-16');
    expect(stdout).toContain('bridge-1600.jpg (1600×900)');
    expect(stdout).toMatch(/pinterest +\d+ +800 +utf16 +boardId/);
    expect(stdout).toMatch(/posts create --source src_/);
    expect(stdout).not.toContain('Most read');
  });

  it('prints the whole text and nothing else, or JSON and nothing else', async () => {
    const text = await machine.run(['ingest', `${site.origin}/wiki`, '--text']);
    expect(text.stdout).toContain('A watermill is a mill that uses hydropower.');
    expect(text.stdout).not.toContain('NETWORK');
    const json = await machine.run(['ingest', `${site.origin}/wiki`, '--json']);
    const source: Source = JSON.parse(json.stdout);
    expect(text.stdout.trim()).toBe(source.text);
  });

  it('reads a file, and standard input, for a post', async () => {
    const file = join(machine.home, 'notes.md');
    writeFileSync(file, '# Sunday opening\n\nWe are open.\n');
    const read = await machine.run(['ingest', file, '--json']);
    expect(JSON.parse(read.stdout)).toMatchObject({ kind: 'text', title: 'Sunday opening' });
    const piped = await machine.run(['ingest', '-', '--title', 'Mine', '--quiet'], { input: 'We are open.' });
    const id = piped.stdout.trim();
    const made = await machine.run(['posts', 'create', '--source', id, '--text', 'Open!', '--json']);
    expect(JSON.parse(made.stdout)).toMatchObject({ status: 'draft', sourceId: id });
  });

  it('says what stood in the way', async () => {
    const gone = await machine.run(['ingest', `${site.origin}/nowhere`]);
    expect(gone.code).not.toBe(0);
    expect(gone.stderr).toContain('There is no page at that address (404).');
    const inner = await machine.run(['ingest', 'http://169.254.169.254/latest/']);
    expect(inner.stderr).toContain('Only public addresses are fetched.');
  });

  it('starts no backend with an origin that is not this machine’s', async () => {
    const { code, stderr } = await machine.run([
      'serve',
      '--port',
      '0',
      '--allow-fetch-origin',
      'http://example.org',
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('name an origin on this machine');
  });
});
