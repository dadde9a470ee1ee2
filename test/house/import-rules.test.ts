import { describe, expect, it } from 'vitest';
import { type Import, importsOf, read, sourcesBelow } from './sources.js';

interface AllowedImports {
  /** Other top-level folders of `src` that its files may import. */
  readonly folders: readonly string[];
  /** Top-level folders that it may load with `import()` only. */
  readonly lazily?: readonly string[];
  /** Packages that it may import. `node:` is every built-in module of Node. */
  readonly packages: readonly string[];
}

const GROUND = ['base', 'contract', 'networks', 'time'];

/** What each top-level folder of `src` may import. */
const ALLOWED: Readonly<Record<string, AllowedImports>> = {
  // Also runs in browsers: no packages and no Node modules.
  base: { folders: [], packages: [] },
  contract: { folders: ['base'], packages: ['zod'] },
  networks: { folders: ['base', 'contract'], packages: [] },
  time: { folders: ['base', 'contract'], packages: ['luxon'] },
  client: { folders: [...GROUND], packages: ['node:', 'undici'] },
  mcp: {
    folders: [...GROUND, 'client'],
    packages: ['node:', 'zod', '@modelcontextprotocol/server', '@modelcontextprotocol/core'],
  },
  cli: {
    folders: [...GROUND, 'client', 'mcp'],
    lazily: ['backend', 'testing'],
    packages: ['node:', 'zod', 'commander', 'conf', 'jsonc-parser', 'smol-toml', 'yaml', 'csv-parse'],
  },
  testing: { folders: [...GROUND, 'client', 'backend'], packages: ['node:'] },
  browser: { folders: [...GROUND], packages: ['htmx.org', '@event-calendar/core'] },
  backend: {
    folders: [...GROUND],
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
      'unpdf',
      '@fastify/busboy',
      'jsonc-parser',
      'aws4fetch',
      'modern-tar',
      'nodemailer',
      'jose',
      'uqr',
      'openid-client',
      '@simplewebauthn/server',
    ],
  },
};

/** Packages that only these paths may import. */
const RESTRICTED_PACKAGES: Readonly<Record<string, string | readonly string[]>> = {
  luxon: 'src/time/',
  nodemailer: 'src/backend/mail/',
  undici: 'src/client/',
  pg: 'src/backend/store/postgres/',
  commander: 'src/cli/',
  conf: 'src/cli/',
  'jsonc-parser': ['src/cli/commands/install/', 'src/backend/http/requests/json-error.ts'],
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
  htmlparser2: ['src/backend/ingest/dom/', 'src/backend/ingest/feed-xml.ts'],
  unpdf: 'src/backend/ingest/pdf/open-pdf.ts',
  '@fastify/busboy': 'src/backend/http/requests/form-files.ts',
  aws4fetch: 'src/backend/files/s3-bucket.ts',
  'modern-tar': 'src/backend/domain/backup/',
  jose: 'src/backend/domain/assistants/clients/',
  '@simplewebauthn/server': 'src/backend/domain/access/factors/',
  'openid-client': 'src/backend/domain/access/oidc/',
  uqr: 'src/backend/dashboard/factors/',
};

/** Packages that are slow to load: loaded on first use, never during start-up. */
const SLOW_PACKAGES = [
  'sharp',
  'file-type',
  'image-size',
  'mediabunny',
  '@fastify/busboy',
  'aws4fetch',
  'jose',
  '@simplewebauthn/server',
  'openid-client',
];

/**
 * The floors of the backend and their folders, from top to bottom. A file may import from its own folder and from the
 * folders below it in this list; type imports count. So no two folders can import each other.
 */
const FLOORS: readonly (readonly [floor: string, folders: readonly string[]])[] = [
  ['composition', ['app']],
  ['faces', ['mcp', 'dashboard', 'network-pages', 'http']],
  [
    'domain',
    [
      'domain/backup',
      'domain/sandbox',
      'domain/retention',
      'domain/calendar',
      'domain/schedules',
      'domain/insights',
      'domain/inbox',
      'domain/publishing',
      'domain/alerts',
      'domain/posts',
      'domain/slots',
      'domain/texts',
      'domain/labels',
      'domain/links',
      'domain/sources',
      'domain/webhooks',
      'domain/events',
      'domain/media',
      'domain/connections',
      'domain/apps',
      'domain/accounts',
      'domain/people',
      'domain/activity',
      'domain/assistants',
      'domain/access',
      'operations',
    ],
  ],
  ['simulation', ['simulators']],
  ['due work', ['work']],
  ['outside world', ['networks', 'ingest', 'fetching', 'files', 'mail']],
  ['store', ['store']],
  ['base', ['base']],
];

/** Folders of the backend, top to bottom. */
const DESCENDING = FLOORS.flatMap(([, folders]) => folders);

/** The backend folder that a file belongs to; undefined outside the backend. */
function folderOf(path: string): string | undefined {
  const [, top, first = '', second = ''] = path.split('/');
  if (top !== 'backend') return undefined;
  return first === 'domain' ? `domain/${second}` : first;
}

/** Files that may import more folders than the rest of theirs; they must be loaded with `import()`. */
const LAZY_EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // `/mcp` runs the tool server with a client that calls the backend in process.
  'src/backend/mcp/endpoint.ts': ['client', 'mcp'],
};

const files = sourcesBelow('src');
const imports = files.flatMap(importsOf);
const topFolderOf = (path: string): string => path.split('/')[1] ?? '';
const packageOf = (name: string): string => {
  if (name.startsWith('node:')) return 'node:';
  const [first = '', second = ''] = name.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
};
const line = ({ from, to, kind }: Import): string => `${from} -> ${to} (${kind})`;

/** The files and packages that a file loads, transitively. */
function loadedWith(file: string): ReadonlySet<string> {
  const loaded = new Set([file]);
  for (const path of loaded) {
    for (const { from, to, kind } of imports) if (from === path && kind === 'static') loaded.add(to);
  }
  return loaded;
}

describe('source folders', () => {
  it('has rules for every top-level folder', () => {
    const unknown = files.filter(
      (path) => !(topFolderOf(path) in ALLOWED) && !/^src\/(index|index-browser|version)\.ts$/.test(path),
    );
    expect(unknown).toEqual([]);
  });

  it('lets each top-level folder import only the folders allowed to it', () => {
    const wrong = imports.filter(({ from, to, ours, kind }) => {
      const allowed = ALLOWED[topFolderOf(from)];
      if (!ours || !allowed || to === 'src/version.ts') return false;
      const other = topFolderOf(to);
      const isAllowed =
        other === topFolderOf(from) ||
        allowed.folders.includes(other) ||
        LAZY_EXCEPTIONS[from]?.includes(other) === true;
      return !(isAllowed || (kind !== 'static' && allowed.lazily?.includes(other)));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('lets each backend folder import only folders below it, types included', () => {
    const folders = new Set(files.flatMap((path) => folderOf(path) ?? []));
    expect([...folders].sort()).toEqual([...DESCENDING].sort());
    const upward = imports.filter(({ from, to, ours }) => {
      const [own, other] = [folderOf(from), folderOf(to)];
      return ours && own && other && own !== other && DESCENDING.indexOf(other) < DESCENDING.indexOf(own);
    });
    expect(upward.map(line)).toEqual([]);
  });

  it('loads the exceptions lazily', () => {
    const early = imports.filter(({ to, kind }) => to in LAZY_EXCEPTIONS && kind === 'static');
    expect(early.map(line)).toEqual([]);
  });

  it('lets each top-level folder import only its own packages', () => {
    const wrong = imports.filter(({ from, to, ours }) => {
      const allowed = ALLOWED[topFolderOf(from)];
      return !ours && allowed && !allowed.packages.includes(packageOf(to));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('restricts some packages to one path', () => {
    const wrong = imports.filter(({ from, to, ours }) => {
      const place = RESTRICTED_PACKAGES[packageOf(to)];
      return !ours && place !== undefined && ![place].flat().some((start) => from.startsWith(start));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it('loads slow packages on first use', () => {
    const loadedEarly = new Set(imports.filter(({ kind }) => kind === 'static').map(({ to }) => to));
    const early = imports.filter(
      ({ from, to, kind }) =>
        kind === 'static' && SLOW_PACKAGES.includes(packageOf(to)) && loadedEarly.has(from),
    );
    expect(early.map(line)).toEqual([]);
  });

  it('starts the backend without loading anything that only the pages need', () => {
    const loaded = loadedWith('src/backend/app/start.ts');
    expect(loaded.size).toBeGreaterThan(300);
    const forPages = [...loaded].filter((path) =>
      /\.tsx$|^hono\/jsx|^luxon$|^src\/backend\/dashboard\//.test(path),
    );
    expect(forPages).toEqual([]);
    expect(loadedWith('src/backend/app/pages.ts')).toContain('src/backend/dashboard/layout/frame.tsx');
  });

  it('loads what sends requests to real networks with the first one', () => {
    const sends = 'src/backend/networks/http-wire/send-request.ts';
    expect(loadedWith('src/backend/networks/http-wire/http-wire.ts')).not.toContain(sends);
    expect(loadedWith('src/backend/app/start.ts')).not.toContain(sends);
    expect(loadedWith(sends)).toContain('node:http');
  });

  it('has no import cycles between files, types included', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, ours, kind } of imports) {
      if (ours && kind !== 'dynamic') next.set(from, [...(next.get(from) ?? []), to]);
    }
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      if (done.has(path) || trail.includes(path)) return;
      for (const other of next.get(path) ?? []) visit(other, [...trail, path]);
      done.add(path);
    };
    for (const path of files) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

describe('the system time', () => {
  it('is read only by the backend’s clock, the log’s timestamps and the wait for a database lock', () => {
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
  it('is written only by the CLI and the MCP server’s transport', () => {
    const writers = files.filter((path) => /process\.stdout|console\.(log|info|debug)/.test(read(path)));
    expect(writers.filter((path) => !/^src\/(cli\/output\/|cli\/main\.ts$|mcp\/)/.test(path))).toEqual([]);
  });
});

describe('zod', () => {
  it('is imported as a namespace, so that unused parts are dropped (85 KB instead of 454)', () => {
    const named = files.filter((path) => /import (type )?\{[^}]*\bz\b[^}]*\} from 'zod'/.test(read(path)));
    expect(named).toEqual([]);
  });

  it('builds the contract’s schemas on first use: building all of them takes a fifth of the start-up time', () => {
    const direct = imports.filter(({ from, to }) => to === 'zod' && from.startsWith('src/contract/'));
    const may = /^src\/contract\/lazy-zod(\.test)?\.ts$/;
    expect(direct.filter(({ from }) => !may.test(from)).map(line)).toEqual([]);
    expect(direct.length).toBeGreaterThan(0);
  });
});
