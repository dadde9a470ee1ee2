import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Runs the benchmarks on code that is bundled like the package. Sources that are compiled on load keep their function
 * names, which has a cost that the package does not have.
 */
const outfile = join(import.meta.dirname, '.run.mjs');
await build({
  entryPoints: [join(import.meta.dirname, 'run.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
});
await import(outfile);
