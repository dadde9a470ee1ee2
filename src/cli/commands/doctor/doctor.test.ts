import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CliHarness } from '../../../../test/cli/support/cli-harness.js';
import { Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { foldersOf } from '../../settings/folders.js';
import { HOSTS, type Host } from '../install/hosts.js';
import type { Finding } from './finding.js';

let harness: CliHarness;
const machines: Machine[] = [];
let machine: Machine;

beforeAll(async () => {
  harness = await CliHarness.open();
});
beforeEach(() => {
  machine = new Machine();
  machines.push(machine);
});
afterAll(() => Promise.all([harness.close(), ...machines.map((one) => one.remove())]));

interface Report {
  readonly code: number;
  readonly status: string;
  readonly findings: readonly Finding[];
  readonly output: string;
}

async function doctor(env: Record<string, string> = harness.env, ...args: string[]): Promise<Report> {
  const ended = await inPipe(['doctor', '--json', ...args], { ...machine.env, ...env });
  const { status, findings } = JSON.parse(ended.stdout);
  return { code: ended.code, status, findings, output: ended.stdout + ended.stderr };
}

function finding(report: Report, id: string): Finding {
  const found = report.findings.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not among ${report.findings.map((one) => one.id)}`);
  return found;
}

/** The ids of problems and warnings. */
const faults = ({ findings }: Report): string[] =>
  findings.filter(({ status }) => status === 'problem' || status === 'warning').map(({ id }) => id);

describe('the doctor', () => {
  it('finds no problems in a healthy setup, and never shows the key', async () => {
    const report = await doctor();
    expect([report.code, report.status, faults(report)]).toEqual([0, 'ok', []]);
    expect(finding(report, 'time_zones').facts).toMatchObject({
      carried: '2026f',
      node: process.versions['tz'],
    });
    expect(finding(report, 'backend_time_zones').facts['backend']).toBe('2026f');
    expect(finding(report, 'key').facts).toMatchObject({ label: 'sandbox' });
    expect(finding(report, 'scopes').facts['preset']).toBe('sandbox');
    expect(finding(report, 'key_setting').facts['source']).toEqual({
      kind: 'environment',
      name: 'POSTRIDER_API_KEY',
    });
    expect(report.findings.filter(({ group }) => group === 'accounts').length).toBeGreaterThan(9);
    expect(finding(report, 'part:libsql').status).toBe('ok');
    expect(report.output).not.toContain(harness.env['POSTRIDER_API_KEY']?.slice(-20));
    for (const { id, what, status, fix } of report.findings) {
      expect(id).toMatch(/^[\w:.-]+$/);
      expect(what.length).toBeGreaterThan(5);
      if (status === 'problem' || status === 'warning') expect(fix).not.toBeNull();
    }
  });

  it('explains why an account cannot publish, with a fix', async () => {
    const { db } = harness.tools.service.backend.services.store;
    const set = (platform: 'x' | 'tiktok', status: 'reconnect_required' | 'limited' | 'healthy') =>
      db
        .updateTable('accounts')
        .set({ health_status: status, health_reason: 'Its access ended.' })
        .where('platform', '=', platform)
        .execute();
    await set('x', 'reconnect_required');
    await set('tiktok', 'limited');
    const report = await doctor();
    const findings = report.findings.filter(({ id, status }) => id.startsWith('account:') && status !== 'ok');
    expect(findings.map(({ status, facts }) => [facts['platform'], status])).toEqual([
      ['x', 'problem'],
      ['tiktok', 'warning'],
    ]);
    expect(findings[0]?.what).toContain('Its access ended.');
    expect(findings[0]?.fix).toMatch(/\w/);
    expect([report.code, report.status]).toEqual([1, 'problem']);
    await set('x', 'healthy');
    const warned = await doctor();
    expect([warned.code, warned.status]).toEqual([0, 'warning']);
    await set('tiktok', 'healthy');
  });

  it('works without a key or a server, and explains how to get both', async () => {
    const report = await doctor({ POSTRIDER_BASE_URL: 'http://127.0.0.1:9' });
    expect([report.code, faults(report)]).toEqual([1, ['key_setting', 'server']]);
    expect(finding(report, 'key_setting').fix).toContain('keys create');
    expect(finding(report, 'server').fix).toContain('serve');
    expect(finding(report, 'key').status).toBe('skipped');
  });

  it('distinguishes a rejected, a mistyped and a missing key', async () => {
    const unknown = await harness.tools.service.newKey('read');
    await harness.tools.service.backend.services.store.db
      .deleteFrom('api_keys')
      .where('label', '=', 'read')
      .execute();
    const refused = await doctor({ ...harness.env, POSTRIDER_API_KEY: unknown });
    expect(faults(refused)).toEqual(['key']);
    expect(finding(refused, 'key').what).toContain('rejected');
    const cut = await doctor({ ...harness.env, POSTRIDER_API_KEY: unknown.slice(0, -2) });
    expect(finding(cut, 'key_setting').what).toContain('mistyped or incomplete');
    const placeholder = await doctor({ ...harness.env, POSTRIDER_API_KEY: '<API_KEY>' });
    expect(finding(placeholder, 'key_setting').status).toBe('problem');
  });

  it('reports an unreachable address that contains a key, without the key', async () => {
    const key = harness.env['POSTRIDER_API_KEY'] ?? '';
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    onTestFinished(() => void vi.unstubAllEnvs());
    const report = await doctor({ POSTRIDER_BASE_URL: `http://${key}.example` });
    expect(finding(report, 'server').what).toContain('postrider_api_[redacted]');
    expect(report.output).not.toContain(key.slice(-20));
  });

  it('detects a server that is not a backend', async () => {
    const server = createServer((_request, response) => response.end('<html>'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const strange = await doctor({ ...harness.env, POSTRIDER_BASE_URL: url });
    expect(finding(strange, 'server').what).toContain('is not a Postrider backend');
  });

  it('reports the source of each setting, and typos in variable names', async () => {
    mkdirSync(dirname(machine.settingsFile), { recursive: true });
    const { POSTRIDER_API_KEY: apiKey = '', POSTRIDER_BASE_URL: baseUrl = '' } = harness.env;
    writeFileSync(machine.settingsFile, JSON.stringify({ login: { default: { apiKey, baseUrl } } }));
    chmodSync(machine.settingsFile, 0o644);
    const report = await doctor({ POSTRIDER_APIKEY: 'x', HTTPS_PROXY: 'http://me:hunter-2@proxy.example:1' });
    expect(faults(report)).toEqual(['login_file', 'environment:POSTRIDER_APIKEY']);
    expect(finding(report, 'environment:POSTRIDER_APIKEY').fix).toContain('POSTRIDER_API_KEY');
    expect(finding(report, 'address').facts['source']).toMatchObject({ kind: 'profile', name: 'default' });
    expect(finding(report, 'proxy').what).toContain('proxy.example');
    expect(report.output).not.toContain('hunter-2');
    const missing = await doctor({}, '--profile', 'wrk');
    expect(finding(missing, 'settings').fix).toContain('login --profile wrk');
    writeFileSync(machine.settingsFile, '{');
    expect(finding(await doctor(), 'settings').what).toContain('Cannot read');
  });

  it('warns of the setting that lets accounts be connected on this machine, and of nothing else about it', async () => {
    const id = 'environment:POSTRIDER_TEST_LOOPBACK_NETWORKS';
    const report = await doctor({ ...harness.env, POSTRIDER_TEST_LOOPBACK_NETWORKS: '1' });
    expect([report.code, faults(report)]).toEqual([0, [id]]);
    expect(finding(report, id)).toMatchObject({
      what: expect.stringMatching(/=1: .* accepts accounts at servers on this machine.* for tests only/),
      fix: expect.stringContaining('Unset it'),
    });
    const other = await doctor({ ...harness.env, POSTRIDER_TEST_LOOPBACK_NETWORKS: 'yes' });
    expect(finding(other, id).what).toContain('does nothing');
  });

  // Windows has no permissions of this kind.
  it.skipIf(process.platform === 'win32')(
    'checks the folder of --data, and the default folder as well',
    async () => {
      const [data, usual] = [join(machine.home, 'service data'), foldersOf(machine.env).data];
      for (const folder of [data, usual]) {
        mkdirSync(folder, { recursive: true });
        chmodSync(folder, 0o755);
      }
      const nothingNamed = { ...harness.env, POSTRIDER_DATA: '' };
      const unnamed = await doctor(nothingNamed);
      expect(finding(unnamed, 'data').fix).toContain('doctor --data <folder>');
      expect(finding(unnamed, 'data_folder').facts['folder']).toBe(usual);
      const report = await doctor(nothingNamed, '--data', data);
      expect(faults(report)).toEqual(['data_folder', 'data_folder:default']);
      expect(finding(report, 'data_folder').what).toContain(data);
      expect(finding(report, 'data_folder:default').what).toContain(usual);
      expect(finding(report, 'data').what).toContain('from --data');
      expect(finding(report, 'secret_key').facts['folder']).toBe(data);
      rmSync(usual, { recursive: true });
      expect(faults(await doctor({ ...nothingNamed, POSTRIDER_DATA: data }))).toEqual(['data_folder']);
    },
  );

  it('prints text for people and ids for scripts', async () => {
    const { code, stdout } = await machine.run(['doctor', '--base-url', 'http://127.0.0.1:9']);
    expect(code).toBe(1);
    for (const words of ['This machine', 'libsql) loads', 'ECONNREFUSED', '→ ', 'problems'])
      expect(stdout).toContain(words);
    const quiet = await inPipe(['doctor', '--quiet', '--base-url', 'http://127.0.0.1:9'], machine.env);
    expect(quiet.stdout).toBe('problem key_setting\nproblem server\n');
  });
});

describe('programs that start the tools', () => {
  const fileOf = (host: Host): string =>
    host.file({ env: machine.env, system: process.platform, home: machine.home });

  async function installed(id: string): Promise<string> {
    const host = HOSTS.find((one) => one.id === id);
    if (host === undefined) throw new Error(id);
    const { code, stderr } = await inPipe(['install', id, '--yes'], { ...machine.env, ...harness.env });
    if (code !== 0) throw new Error(stderr);
    return fileOf(host);
  }

  it.each(HOSTS.map(({ id }) => id))('%s has no problems after install', async (id) => {
    await installed(id);
    const report = await doctor();
    expect([faults(report), finding(report, `host:${id}`).status]).toEqual([[], 'ok']);
  });

  it.each<[fault: string, id: string, edit: (text: string) => string, words: string]>([
    [
      'placeholder',
      'host:cursor:key',
      (text) => text.replace(/postrider_api_\w+/, 'postrider_api_…'),
      'placeholder',
    ],
    ['no key', 'host:cursor:key', (text) => text.replace(/"POSTRIDER_API_KEY"/, '"OTHER"'), 'no API key'],
    [
      'another path',
      'host:cursor:path',
      (text) => text.replace(/"[^"]*postrider\.cjs"/, '"/no/postrider.cjs"'),
      'does not exist',
    ],
    [
      'a relative path',
      'host:cursor:path',
      (text) => text.replace(/"[^"]*postrider\.cjs"/, '"bin/postrider.cjs"'),
      'a relative path',
    ],
    [
      'another program',
      'host:cursor:command',
      (text) => text.replace(JSON.stringify(process.execPath), '"nodejs-19"'),
      'not found on this machine',
    ],
    [
      'a Node that is gone',
      'host:cursor:command',
      (text) => text.replace(JSON.stringify(process.execPath), '"/opt/node-19/bin/node"'),
      'removed by an update of Node',
    ],
    [
      'a wrong flag',
      'host:cursor:args',
      (text) => text.replace('postrider.cjs"', 'postrider.cjs", "mcp", "--toolsets", "pots"'),
      'pots',
    ],
    [
      'another server',
      'host:cursor:address',
      (text) => text.replace(/http:\/\/127.0.0.1:\d+/, 'http://127.0.0.1:9'),
      'http://127.0.0.1:9',
    ],
    ['broken JSON', 'host:cursor', (text) => text.slice(0, -4), 'cannot read'],
    [
      'no such profile',
      'host:cursor:profile',
      (text) => text.replace('postrider.cjs"', 'postrider.cjs", "mcp", "--profile", "gone"'),
      'gone',
    ],
  ])('with %s are reported with a fix', async (_fault, id, edit, words) => {
    const file = await installed('cursor');
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
    const report = await doctor();
    expect(finding(report, id)).toMatchObject({
      what: expect.stringContaining(words),
      fix: expect.any(String),
    });
  });

  it('may fill in the key themselves or connect over HTTP', async () => {
    const { POSTRIDER_API_KEY: key = '', POSTRIDER_BASE_URL: url = '' } = harness.env;
    const code = await installed('vscode');
    const reference = '${' + 'input:key}';
    writeFileSync(code, readFileSync(code, 'utf8').replace(/postrider_api_\w+/, reference));
    const cursor = await installed('cursor');
    const entry = { url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } };
    writeFileSync(cursor, JSON.stringify({ mcpServers: { postrider: entry, other: { command: 'other' } } }));
    chmodSync(cursor, 0o600);
    const report = await doctor();
    expect(finding(report, 'host:vscode:key').status).toBe('skipped');
    expect(finding(report, 'host:cursor').what).toContain(`connects to ${url}/mcp`);
    expect(faults(report)).toEqual([]);
  });
});
