import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { readDockerfile, type Stage } from '../../deploy/support/dockerfile.js';
import { mustRun } from '../../support/run-program.js';
import { buildScript, runScript } from '../support/image-script.js';

const ROOT = join(import.meta.dirname, '../../..');

/** Mounts that end with the process, and are seen by nobody else. */
const ALONE = ['--mount', '--pid', '--fork', '--kill-child'];

const MAY_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', [...ALONE, '--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status ===
    0;

const MINUTE = 60_000;

/** A folder with the build context, and an empty one for the script. */
function place(): { readonly work: string; readonly context: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [work, context] = [join(folder, 'work'), join(folder, 'context')];
  for (const one of [work, context]) mkdirSync(one);
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(ROOT, name), join(context, name));
  copyFileSync(inject('tarball'), join(context, 'postrider.tgz'));
  return { work, context, folder };
}

/** Runs a script as root of a mount namespace of its own. */
async function runAlone(name: string, script: string): Promise<string> {
  const { work, context, folder } = place();
  const file = join(folder, name);
  writeFileSync(file, script);
  return mustRun('unshare', [...ALONE, 'sh', file, work, context], {
    // What the quick tests have installed is in the cache.
    env: { npm_config_prefer_offline: 'true' },
    timeout: 4 * MINUTE,
  });
}

const dockerfile = readDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
const image = dockerfile.stages.at(-1) as Stage;

it.skipIf(!MAY_MOUNT)(
  'the steps of the Dockerfile make an image that runs read-only, as its user, and stops when asked',
  async () => {
    const password = '/data/password';
    const meanwhile = [
      'id -u; id -g; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status',
      'postrider health --liveness --json',
      'touch /app/x 2>&1 || true; touch /usr/local/bin/x 2>&1 || true',
      'stat -c "%a %u %n" /data /data/postrider.db /data/secret.key',
      'find / -xdev -path /proc -prune -o -path /tmp -prune -o -user 10001 -print 2>/dev/null | grep -v ^/data || true',
      'ls /app; ls /app/node_modules | tr "\\n" " "; echo',
    ].join('\n');
    const output = await runAlone(
      'build-and-run.sh',
      [
        buildScript(dockerfile, { TARGETARCH: 'amd64' }),
        // Docker puts secrets into a folder in memory; any file that the user can read does.
        `(umask 077; echo 'orchard-lantern-copper-47' > "$image${password}"; chown 10001:10001 "$image${password}")`,
        'export work image',
        "unshare --net sh -eu -c \"$(cat <<'RUN'",
        runScript(image, { POSTRIDER_ADMIN_PASSWORD_FILE: password }, meanwhile),
        'RUN',
        ')"',
      ].join('\n'),
    );
    const lines = output.split('\n');
    expect(lines).toEqual(expect.arrayContaining(['10001', 'NoNewPrivs:\t1', 'CapEff:\t0000000000000000']));
    expect(output).toContain('CapBnd:\t0000000000000000');
    expect(output).toContain('"status":"ok"');
    expect(output).toContain("touch: cannot touch '/app/x': Read-only file system");
    expect(output).toContain("touch: cannot touch '/usr/local/bin/x': Read-only file system");
    expect(output).toContain('700 10001 /data\n600 10001 /data/postrider.db\n600 10001 /data/secret.key');
    // It owns nothing else.
    expect(lines.filter((line) => line.startsWith('/'))).toEqual([]);
    // The parts that are native, and nothing of development.
    expect(output).toMatch(/\blibsql\b/);
    expect(output).toMatch(/\bsharp\b/);
    expect(output).not.toMatch(/\bvitest\b|\btypescript\b/);
    expect(lines.at(-2)).toBe('exit 0');
  },
);

it.skipIf(!MAY_MOUNT)('the package for another processor has its native parts', async () => {
  const { stages } = dockerfile;
  const first = { ...dockerfile, stages: stages.slice(0, 1) };
  const output = await runAlone(
    'build-arm64.sh',
    [
      buildScript(first, { TARGETARCH: 'arm64' }),
      'ls "$image/app/node_modules/@libsql" "$image/app/node_modules/@img"',
    ].join('\n'),
  );
  expect(output).toContain('linux-arm64-gnu');
  expect(output).toContain('sharp-linux-arm64');
  expect(output).not.toMatch(/x64|musl/);
});
