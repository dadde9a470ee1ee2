import path from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Modules that are in the package already, as bundles of their own: where one is imported on demand, that
 * bundle is loaded instead of a copy.
 *
 * @param bundles the bundle beside the output for each source file, such as `{'src/mcp/stdio/stdio.ts': './mcp.cjs'}`
 */
export function keepApart(bundles: Readonly<Record<string, `./${string}js`>>): Plugin {
  const bySource = new Map(Object.entries(bundles).map(([source, bundle]) => [path.resolve(source), bundle]));
  return {
    name: 'keep-apart',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path: name, resolveDir, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const bundle = bySource.get(path.resolve(resolveDir, name.replace(/\.js$/, '.ts')));
        return bundle === undefined ? undefined : { path: bundle, external: true };
      });
    },
  };
}
