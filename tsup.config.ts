import { existsSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { mcpStartup } from './build/mcp-startup.js';

const entries = {
  mcp: 'src/mcp/stdio.ts',
  'stdout-guard': 'src/mcp/stdout-guard.ts',
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  backend: 'src/backend/start.ts',
};

export default defineConfig({
  entry: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  outDir: 'dist',
  format: ['esm'],
  platform: 'node',
  target: 'node20',
  minify: true,
  splitting: true,
  treeshake: false,
  sourcemap: false,
  dts: false,
  metafile: true,
  clean: true,
  noExternal: [/.*/],
  external: ['libsql'],
  esbuildPlugins: [mcpStartup()],
});
