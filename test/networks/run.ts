import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureServers } from './servers/ensure-servers.js';

/**
 * Runs the tests against real servers. `npm run test:networks` starts it; arguments are those of vitest. Where Linux
 * allows it, everything runs in a network namespace that has only the loopback interface: servers, backends, browser and
 * tests cannot reach any other machine. What has to be downloaded is brought before.
 */
const require = createRequire(import.meta.url);
const VITEST = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');
/** Two files for each core: half of the time, they wait for servers and for looks at them. */
const WORKERS = '200%';
const tests = [
  ...[process.execPath, VITEST, 'run', '--config', 'vitest.all.config.ts', '--project', 'networks'],
  ...['--maxWorkers', WORKERS],
];

/** Brings the loopback interface up, then runs the rest of the arguments. */
const UP = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** The start of a command that runs the rest of it without a network; null: this machine allows none. */
function withoutNetwork(): readonly string[] | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  // As the same user inside: PostgreSQL refuses to run as root, and root may have another one run it.
  const ways = [
    ['unshare', '--net', ...UP],
    [
      'unshare',
      '--map-root-user',
      '--net',
      ...UP,
      'unshare',
      '--user',
      `--map-user=${uid}`,
      `--map-group=${gid}`,
    ],
  ];
  const works = ([program = '', ...args]: readonly string[]) =>
    spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;
  return ways.find(works) ?? null;
}

await ensureServers();
const inside = withoutNetwork();
console.error(
  inside
    ? '… In a network namespace: nothing but this machine can be reached'
    : '… Without a network namespace: this machine allows none. The servers listen on 127.0.0.1 only',
);
const [program = '', ...args] = [...(inside ?? []), ...tests, ...process.argv.slice(2)];
const env = { ...process.env, ...(inside && { POSTRIDER_NETWORKS_ALONE: '1' }) };
const [code] = (await once(spawn(program, args, { stdio: 'inherit', env }), 'exit')) as [number | null];
process.exitCode = code ?? 1;
