import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Runs the bench on code that is bundled as the package's is. Sources that are turned into JavaScript while they
 * load keep the names of their functions at a price that the shipped package does not pay.
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
