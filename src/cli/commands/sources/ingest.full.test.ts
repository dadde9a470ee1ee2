import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { PageSite } from '../../../../test/support/http/page-site.js';
import type { Source } from '../../../contract/sources/sources.js';

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

describe('postrider ingest, from a backend that may fetch from this machine', () => {
  it('prints the same text alone and in JSON', async () => {
    const text = await machine.run(['ingest', `${site.origin}/wiki`, '--text']);
    const json = await machine.run(['ingest', `${site.origin}/wiki`, '--json']);
    const source: Source = JSON.parse(json.stdout);
    expect(source.text).toContain('A watermill is a mill that uses hydropower.');
    expect(text.stdout.trim()).toBe(source.text);
  });

  it('says that URLs that are not public are not fetched', async () => {
    const inner = await machine.run(['ingest', 'http://169.254.169.254/latest/']);
    expect(inner.code).not.toBe(0);
    expect(inner.stderr).toContain('Only public addresses are fetched.');
  });

  it('does not accept an allowed origin that is not on this machine', async () => {
    const wanted = ['serve', '--port', '0', '--allow-fetch-origin', 'http://example.org'];
    const { code, stderr } = await machine.run(wanted);
    expect(code).not.toBe(0);
    expect(stderr).toContain('is not an origin on this machine');
  });
});
