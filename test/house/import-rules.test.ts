import { describe, expect, it } from 'vitest';
import { type Import, importsOf, read, sourcesBelow } from './sources.js';

interface Room {
  /** Rooms that its files may import. */
  readonly rooms: readonly string[];
  /** Rooms that it may only import dynamically. */
  readonly lazily?: readonly string[];
  /** Packages that it may import. `node:` stands for all of Node’s modules. */
  readonly packages: readonly string[];
}

const GROUND = ['base', 'contract', 'networks', 'time'];

/** Who may import whom. */
const ROOMS: Readonly<Record<string, Room>> = {
  // Runs in browsers too: no packages, and nothing of Node.
  base: { rooms: [], packages: [] },
  contract: { rooms: ['base'], packages: ['zod'] },
  networks: { rooms: ['base', 'contract'], packages: [] },
  time: { rooms: ['base', 'contract'], packages: ['luxon'] },
  client: { rooms: [...GROUND], packages: ['node:', 'undici'] },
  mcp: {
    rooms: [...GROUND, 'client'],
    packages: ['node:', 'zod', '@modelcontextprotocol/server', '@modelcontextprotocol/core'],
  },
  cli: {
    rooms: [...GROUND, 'client', 'mcp'],
    lazily: ['backend', 'testing'],
    packages: ['node:', 'zod', 'commander', 'conf', 'jsonc-parser', 'smol-toml', 'yaml', 'csv-parse'],
  },
  testing: { rooms: [...GROUND, 'client', 'backend'], packages: ['node:'] },
  browser: { rooms: [...GROUND], packages: ['htmx.org', '@event-calendar/core'] },
  backend: {
    rooms: [...GROUND],
    packages: [
      'node:',
      'zod',
      'hono',
      '@hono/node-server',
      'kysely',
      'libsql',
      'pg',
      'pino',
      'sharp',
      'file-type',
      'image-size',
      'mediabunny',
      'ipaddr.js',
      '@mozilla/readability',
      'htmlparser2',
      '@fastify/busboy',
      'jsonc-parser',
      'aws4fetch',
    ],
  },
};

/** Packages that only one place may import. */
const RESTRICTED_PACKAGES: Readonly<Record<string, string | readonly string[]>> = {
  luxon: 'src/time/',
  undici: 'src/client/',
  pg: 'src/backend/store/postgres/',
  commander: 'src/cli/',
  conf: 'src/cli/',
  'jsonc-parser': ['src/cli/commands/install/', 'src/backend/http/json-error.ts'],
  'smol-toml': 'src/cli/commands/install/',
  yaml: 'src/cli/commands/posts/import/',
  'csv-parse': 'src/cli/commands/posts/import/',
  pino: 'src/backend/base/log.ts',
  libsql: 'src/backend/store/',
  '@hono/node-server': 'src/backend/http/',
  sharp: 'src/backend/domain/media/convert/sharp.ts',
  'file-type': 'src/backend/domain/media/facts/',
  'image-size': 'src/backend/domain/media/facts/',
  mediabunny: 'src/backend/domain/media/facts/',
  'ipaddr.js': 'src/backend/fetching/',
  '@mozilla/readability': 'src/backend/ingest/',
  htmlparser2: 'src/backend/ingest/dom/',
  '@fastify/busboy': 'src/backend/http/form-files.ts',
  aws4fetch: 'src/backend/files/s3-bucket.ts',
};

/** Packages that load slowly: never at start, only when first needed. */
const SLOW_PACKAGES = ['sharp', 'file-type', 'image-size', 'mediabunny', '@fastify/busboy', 'aws4fetch'];

/**
 * The floors of the backend and their folders, from top to bottom. A file may import its own folder and the folders
 * below it in this list, and nothing above; types count. No two folders can therefore import each other.
 */
const FLOORS: readonly (readonly [floor: string, folders: readonly string[]])[] = [
  ['composition', ['app']],
  ['faces', ['mcp', 'dashboard', 'network-pages', 'http']],
  [
    'domain',
    [
      'domain/sandbox',
      'domain/retention',
      'domain/calendar',
      'domain/schedules',
      'domain/inbox',
      'domain/publishing',
      'domain/posts',
      'domain/slots',
      'domain/sources',
      'domain/webhooks',
      'domain/events',
      'domain/media',
      'domain/accounts',
      'domain/activity',
      'domain/access',
      'operations',
    ],
  ],
  ['simulation', ['simulators']],
  ['due work', ['work']],
  ['outside world', ['networks', 'ingest', 'fetching', 'files']],
  ['store', ['store']],
  ['base', ['base']],
];

/** Folders of the backend, top to bottom. */
const DESCENDING = FLOORS.flatMap(([, folders]) => folders);

/** The backend folder that a file belongs to; undefined outside the backend. */
function folderOf(path: string): string | undefined {
  const [, room, first = '', second = ''] = path.split('/');
  if (room !== 'backend') return undefined;
  return first === 'domain' ? `domain/${second}` : first;
}

/** Files that may import more rooms than their own may. They are only loaded dynamically. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // `/mcp` is the tool server over a client that calls this very backend.
  'src/backend/mcp/endpoint.ts': ['client', 'mcp'],
};

const files = sourcesBelow('src');
const imports = files.flatMap(importsOf);
const roomOf = (path: string): string => path.split('/')[1] ?? '';
const packageOf = (name: string): string => {
  if (name.startsWith('node:')) return 'node:';
  const [first = '', second = ''] = name.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
};
const line = ({ from, to, kind }: Import): string => `${from} -> ${to} (${kind})`;

/** The files and packages that load together with a file. */
function loadedWith(file: string): ReadonlySet<string> {
  const loaded = new Set([file]);
  for (const path of loaded) {
    for (const { from, to, kind } of imports) if (from === path && kind === 'static') loaded.add(to);
  }
  return loaded;
}

describe('the house', () => {
  it('has only the listed rooms', () => {
    const unknown = files.filter(
      (path) => !(roomOf(path) in ROOMS) && !/^src\/(index|version)\.ts$/.test(path),
    );
    expect(unknown).toEqual([]);
  });

  it('lets each room import only the rooms it may', () => {
    const wrong = imports.filter(({ from, to, ours, kind }) => {
      const room = ROOMS[roomOf(from)];
      if (!ours || !room || to === 'src/version.ts') return false;
      const other = roomOf(to);
      const allowed =
        other === roomOf(from) || room.rooms.includes(other) || EXCEPTIONS[from]?.includes(other) === true;
      return !(allowed || (kind !== 'static' && room.lazily?.includes(other)));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('lets each folder of the backend import only folders below it, types included', () => {
    const folders = new Set(files.flatMap((path) => folderOf(path) ?? []));
    expect([...folders].sort()).toEqual([...DESCENDING].sort());
    const upward = imports.filter(({ from, to, ours }) => {
      const [own, other] = [folderOf(from), folderOf(to)];
      return ours && own && other && own !== other && DESCENDING.indexOf(other) < DESCENDING.indexOf(own);
    });
    expect(upward.map(line)).toEqual([]);
  });

  it('loads the exceptions dynamically', () => {
    const early = imports.filter(({ to, kind }) => to in EXCEPTIONS && kind === 'static');
    expect(early.map(line)).toEqual([]);
  });

  it('lets each room import only its own packages', () => {
    const wrong = imports.filter(({ from, to, ours }) => {
      const room = ROOMS[roomOf(from)];
      return !ours && room && !room.packages.includes(packageOf(to));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('imports some packages in one place only', () => {
    const wrong = imports.filter(({ from, to, ours }) => {
      const place = RESTRICTED_PACKAGES[packageOf(to)];
      return !ours && place !== undefined && ![place].flat().some((start) => from.startsWith(start));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('loads slow packages when they are first needed', () => {
    const loadedEarly = new Set(imports.filter(({ kind }) => kind === 'static').map(({ to }) => to));
    const early = imports.filter(
      ({ from, to, kind }) =>
        kind === 'static' && SLOW_PACKAGES.includes(packageOf(to)) && loadedEarly.has(from),
    );
    expect(early.map(line)).toEqual([]);
  });

  it('starts the backend without the code for pages', () => {
    const loaded = loadedWith('src/backend/app/start.ts');
    expect(loaded.size).toBeGreaterThan(300);
    const forPages = [...loaded].filter((path) =>
      /\.tsx$|^hono\/jsx|^luxon$|^src\/backend\/dashboard\//.test(path),
    );
    expect(forPages).toEqual([]);
    expect(loadedWith('src/backend/app/pages.ts')).toContain('src/backend/dashboard/layout/frame.tsx');
  });

  it('has no circles of imports between files, types included', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, ours, kind } of imports) {
      if (ours && kind !== 'dynamic') next.set(from, [...(next.get(from) ?? []), to]);
    }
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      if (done.has(path) || trail.includes(path)) return;
      for (const other of next.get(path) ?? []) visit(other, [...trail, path]);
      done.add(path);
    };
    for (const path of files) visit(path, []);
    expect(circles).toEqual([]);
  });
});

describe('the time', () => {
  it('is read only by the backend’s clock, the log’s timestamps and the wait for a lock', () => {
    const may = [
      'src/backend/base/clock.ts',
      'src/backend/base/log.ts',
      'src/backend/store/libsql-dialect.ts',
    ];
    const readers = sourcesBelow('src/backend').filter(
      (path) => !may.includes(path) && /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(read(path)),
    );
    expect(readers).toEqual([]);
  });
});

describe('standard output', () => {
  it('is written only by the command line and the tool server’s transport', () => {
    const writers = files.filter((path) => /process\.stdout|console\.(log|info|debug)/.test(read(path)));
    expect(writers.filter((path) => !/^src\/(cli\/output\/|cli\/main\.ts$|mcp\/)/.test(path))).toEqual([]);
  });
});

describe('zod', () => {
  it('is imported as a namespace, so that bundles omit what is unused (85 KB instead of 454)', () => {
    const named = files.filter((path) => /import (type )?\{[^}]*\bz\b[^}]*\} from 'zod'/.test(read(path)));
    expect(named).toEqual([]);
  });

  it('creates the contract’s schemas on first use: creating all takes a fifth of a start', () => {
    const direct = imports.filter(({ from, to }) => to === 'zod' && from.startsWith('src/contract/'));
    const may = /^src\/contract\/lazy-zod(\.test)?\.ts$/;
    expect(direct.filter(({ from }) => !may.test(from)).map(line)).toEqual([]);
    expect(direct.length).toBeGreaterThan(0);
  });
});
