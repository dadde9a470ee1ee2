import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-codes.js';
import { FILE_VARIABLES } from '../../src/cli/settings/secret-files.js';
import { commandRead } from '../cli/support/typed-line.js';
import { readUnitFile, valuesOf } from './support/unit-file.js';

const FOLDER = join(import.meta.dirname, '../../deploy/systemd');
const NAMES = readdirSync(FOLDER).sort();
const unit = (name: string) => readUnitFile(readFileSync(join(FOLDER, name), 'utf8'));
const SERVICES = ['postrider.service', 'postrider-backup.service'] as const;

/** Settings that keep a service away from the rest of the machine. */
const HARDENED = [
  ['NoNewPrivileges', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['PrivateDevices', 'yes'],
  ['RestrictNamespaces', 'yes'],
  ['SystemCallFilter', '@system-service'],
] as const;

describe('the systemd units', () => {
  it('are a service, its backup, and the timer of that', () => {
    expect(NAMES).toEqual(['postrider-backup.service', 'postrider-backup.timer', 'postrider.service']);
    const timer = unit('postrider-backup.timer');
    expect(valuesOf(timer.get('Timer'), 'OnCalendar')).toHaveLength(1);
    expect(valuesOf(timer.get('Install'), 'WantedBy')).toEqual(['timers.target']);
  });

  it.each(SERVICES)('%s runs as its own user, in a closed folder, hardened', (name) => {
    const service = unit(name).get('Service');
    expect(valuesOf(service, 'User')).toEqual(['postrider']);
    expect(valuesOf(service, 'StateDirectoryMode')).toEqual(['0700']);
    expect(valuesOf(service, 'UMask')).toEqual(['0077']);
    for (const [setting, value] of HARDENED) expect(valuesOf(service, setting)).toContain(value);
  });

  it('are hardened alike', () => {
    const [first, second] = SERVICES.map((name) => {
      const service = unit(name).get('Service') ?? [];
      return service.slice(service.findIndex(([setting]) => setting === 'NoNewPrivileges'));
    });
    expect(first).toEqual(second);
  });

  it.each([
    ['postrider.service', 'serve'],
    ['postrider-backup.service', 'backup'],
  ])('%s runs %s with options that exist', async (name, command) => {
    const [started = ''] = valuesOf(unit(name).get('Service'), 'ExecStart');
    const words = started.split(' ');
    expect(words[0]).toBe('postrider');
    expect(await commandRead(words.slice(1))).toBe(command);
  });

  it('never restarts what only a person can fix', () => {
    const [codes = ''] = valuesOf(unit('postrider.service').get('Service'), 'RestartPreventExitStatus');
    const kinds = ['usage', 'configuration', 'data_in_use', 'data_unusable', 'secret_key'] as const;
    expect(codes.split(' ').map(Number)).toEqual(kinds.map(exitCodeOf));
  });

  it('gets its key as a credential, by a variable that exists', () => {
    const service = unit('postrider.service').get('Service');
    expect(valuesOf(service, 'LoadCredential')).toEqual(['secret-key:/etc/postrider/secret-key']);
    const [variable = ''] = valuesOf(service, 'Environment').filter((value) => value.includes('%d/'));
    expect(variable).toMatch(/^POSTRIDER_SECRET_KEY_FILE=%d\/secret-key$/);
    expect(FILE_VARIABLES).toContain(variable.split('=')[0]);
  });
});

/** systemd 250 and newer check a unit without installing it. */
const SYSTEMD = spawnSync('systemd-analyze', ['security', '--help'], { encoding: 'utf8' });

describe.skipIf(SYSTEMD.status !== 0 || !SYSTEMD.stdout.includes('--offline'))('systemd itself', () => {
  it('accepts every unit, and rates the services as hardly exposed', () => {
    const root = mkdtempSync(join(tmpdir(), 'postrider-units-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const folder of ['etc/systemd/system', 'usr/bin'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const name of NAMES) copyFileSync(join(FOLDER, name), join(root, 'etc/systemd/system', name));
    // The programs that the services start, and the units that they wait for.
    for (const name of ['postrider', 'find'])
      writeFileSync(join(root, 'usr/bin', name), '#!/bin/sh\n', { mode: 0o755 });
    const verify = (...names: readonly string[]) =>
      spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', `--root=${root}`, '--recursive-errors=no', ...names],
        {
          encoding: 'utf8',
        },
      );
    const { status, stderr } = verify(...NAMES);
    expect([stderr, status]).toEqual(['', 0]);
    for (const name of SERVICES) {
      const rated = spawnSync('systemd-analyze', [
        ...['security', '--offline=yes', '--threshold=20', `--root=${root}`],
        name,
      ]);
      expect([name, rated.status]).toEqual([name, 0]);
    }
    const broken = readFileSync(join(FOLDER, 'postrider.service'), 'utf8').replace('Type=exec', 'Typ=exec');
    writeFileSync(join(root, 'etc/systemd/system/postrider.service'), broken);
    expect(verify('postrider.service').stderr).toMatch(/Unknown key (?:name )?'Typ'/);
  });
});
