import { defineConfig, type Options } from 'tsup';
import { keepApart } from './build/keep-apart.js';
import { mergeChunks } from './build/merge-chunks.js';
import { nodeRequire } from './build/node-require.js';
import { preparedAnswers } from './build/prepared-answers.js';
import { thirdPartyLicences } from './build/third-party-licences.js';

const LICENCES = 'dist/THIRD-PARTY-LICENCES.txt';

/** The options of every bundle: for the oldest supported Node, with all dependencies included. */
const bundle: Options = {
  outDir: 'dist',
  format: ['esm'],
  platform: 'node',
  target: 'node20',
  minify: true,
  treeshake: false,
  sourcemap: false,
  dts: false,
  // `noExternal` outranks `external`, so it must not match the native modules: their own code finds the binary, next to
  // where the package manager has put them.
  noExternal: [/^(?!(?:libsql|sharp)$)/],
  external: ['libsql', 'sharp'],
  plugins: [nodeRequire()],
  esbuildOptions(options) {
    options.alias = {
      // The bundler cannot follow the imports in its UMD build.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      '@modelcontextprotocol/server/_shims': './build/no-schema-validator.ts',
    };
  },
};

export default defineConfig([
  {
    // What a host waits for at start-up, in a single file: each further file costs a millisecond, and Node's ES module
    // loader costs more. It does not contain the server: the handshake uses prepared responses.
    ...bundle,
    format: ['cjs'],
    plugins: [],
    entry: { mcp: 'src/mcp/stdio/stdio.ts' },
    splitting: false,
    esbuildPlugins: [
      keepApart({ 'src/mcp/stdio/stdio-server.ts': './mcp-server.cjs' }),
      preparedAnswers(),
      thirdPartyLicences(LICENCES),
    ],
    esbuildOptions(options) {
      // The server is a CommonJS bundle too: `import()` becomes `require()`, which avoids the ES module loader.
      options.supported = { 'dynamic-import': false };
    },
  },
  {
    // The server with everything that calls need, in a single file: neither the ES module loader nor a second copy of
    // zod. Only the HTTP client is a file of its own, which the first request loads.
    ...bundle,
    format: ['cjs'],
    plugins: [],
    entry: { 'mcp-server': 'src/mcp/stdio/stdio-server.ts' },
    splitting: false,
    esbuildPlugins: [
      keepApart({ 'src/client/transport/undici.ts': './undici.js' }),
      thirdPartyLicences(LICENCES),
    ],
  },
  {
    ...bundle,
    entry: {
      undici: 'src/client/transport/undici.ts',
      cli: 'src/cli/main.ts',
      backend: 'src/backend/app/start.ts',
      // A worker thread. The backend starts it by this file name.
      'extraction-worker': 'src/backend/ingest/extraction-worker.ts',
      'testing-backend': 'src/testing/backend-parts.ts',
    },
    splitting: true,
    esbuildOptions(options) {
      bundle.esbuildOptions?.(options, { format: 'esm' });
      // Node prints the line of an uncaught error: short lines, not a whole bundle.
      options.lineLimit = 160;
    },
    // The bundles are built in parallel: this one cleans the folder but keeps the others' files.
    clean: ['!mcp.cjs', '!mcp-server.cjs', '!assets/**', '!library/**'],
    esbuildPlugins: [
      keepApart({ 'src/mcp/stdio/stdio.ts': './mcp.cjs' }),
      mergeChunks(),
      thirdPartyLicences(LICENCES),
    ],
  },
  {
    // What programs import. Node prints the line of an uncaught error, and debuggers step into it: it is readable.
    ...bundle,
    outDir: 'dist/library',
    // The declarations are written by another program.
    clean: ['!*.d.ts'],
    minify: false,
    sourcemap: true,
    entry: {
      index: 'src/index.ts',
      'index-browser': 'src/index-browser.ts',
      client: 'src/client/index.ts',
      testing: 'src/testing/index.ts',
    },
    splitting: true,
    esbuildPlugins: [
      keepApart({
        'src/client/transport/undici.ts': '../undici.js',
        'src/testing/backend-parts.ts': '../testing-backend.js',
      }),
      thirdPartyLicences(LICENCES),
    ],
  },
  {
    // The dashboard's browser code.
    ...bundle,
    entry: {
      dashboard: 'src/browser/dashboard.ts',
      calendar: 'src/browser/calendar.ts',
      crop: 'src/browser/crop.ts',
      lists: 'src/browser/lists.ts',
      passkeys: 'src/browser/passkeys.ts',
      reference: 'src/browser/reference.ts',
    },
    outDir: 'dist/assets',
    format: ['iife'],
    platform: 'browser',
    target: 'es2022',
    splitting: false,
    plugins: [],
    outExtension: () => ({ js: '.js' }),
    tsconfig: 'src/browser/tsconfig.json',
    esbuildPlugins: [thirdPartyLicences(LICENCES)],
  },
]);
