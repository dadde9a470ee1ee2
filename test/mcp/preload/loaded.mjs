// Reports on stderr, when the program exits, which bundles of the MCP server it had loaded.
import { createRequire } from 'node:module';
import { basename } from 'node:path';

const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  const bundles = Object.keys(cache).filter((path) => /[\\/]dist[\\/]/.test(path));
  process.stderr.write(`loaded: ${bundles.map((path) => basename(path)).join(', ')}\n`);
});
