import { defineConfig, type Options } from 'tsup';
import { keepApart } from './build/keep-apart.js';
import { nodeRequire } from './build/node-require.js';
import { preparedAnswers } from './build/prepared-answers.js';
import { thirdPartyLicences } from './build/third-party-licences.js';

const LICENCES = 'dist/THIRD-PARTY-LICENCES.txt';

/** What every bundle is: one kind of module, for the oldest Node, with all of its dependencies inside. */
const bundle: Options = {
  outDir: 'dist',
  format: ['esm'],
  platform: 'node',
  target: 'node20',
  minify: true,
  treeshake: false,
  sourcemap: false,
  dts: false,
  noExternal: [/.*/],
  // Compiled modules: their binaries come from npm.
  external: ['libsql', 'sharp'],
  plugins: [nodeRequire()],
  esbuildOptions(options) {
    options.alias = {
      // The bundler cannot follow the imports of its UMD build.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      '@modelcontextprotocol/server/_shims': './build/no-schema-validator.ts',
    };
  },
};

export default defineConfig([
  {
    // What a host waits for, in a single file: each further one costs a millisecond at start-up, and Node's
    // loader of modules costs more. It holds no server: what hosts ask first is answered from prepared text.
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
      // The server is a CommonJS bundle too: `import()` becomes `require()`, and loads no loader of modules.
      options.supported = { 'dynamic-import': false };
    },
  },
  {
    // The server, in a single file. What only a call needs is loaded from the other bundles by the first call.
    ...bundle,
    format: ['cjs'],
    plugins: [],
    entry: { 'mcp-server': 'src/mcp/stdio/stdio-server.ts' },
    splitting: false,
    esbuildPlugins: [
      keepApart({
        'src/mcp/run-call.ts': './calls.js',
        'src/mcp/resources-and-prompts/resources-and-prompts.ts': './offers.js',
        'src/client/client.ts': './client.js',
      }),
      thirdPartyLicences(LICENCES),
    ],
  },
  {
    ...bundle,
    entry: {
      calls: 'src/mcp/run-call.ts',
      offers: 'src/mcp/resources-and-prompts/resources-and-prompts.ts',
      client: 'src/client/client.ts',
      cli: 'src/cli/main.ts',
      backend: 'src/backend/app/start.ts',
      // A thread of its own, which the backend starts by this file's name.
      'extraction-worker': 'src/backend/ingest/extraction-worker.ts',
      index: 'src/index.ts',
      testing: 'src/testing/index.ts',
    },
    splitting: true,
    // All are built at once: this one tidies up and leaves the others' files alone.
    clean: ['!mcp.cjs', '!mcp-server.cjs', '!assets/**'],
    esbuildPlugins: [keepApart({ 'src/mcp/stdio/stdio.ts': './mcp.cjs' }), thirdPartyLicences(LICENCES)],
  },
  {
    // What the dashboard's pages run in the browser.
    ...bundle,
    entry: {
      dashboard: 'src/browser/dashboard.ts',
      calendar: 'src/browser/calendar.ts',
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
