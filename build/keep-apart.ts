import path from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Some modules have their own bundle in the package. An import of one loads that bundle instead of a copy.
 *
 * @param bundles the path of the bundle for each source file, such as `{'src/mcp/stdio/stdio.ts': './mcp.cjs'}`
 */
export function keepApart(bundles: Readonly<Record<string, `./${string}js` | `../${string}js`>>): Plugin {
  const bySource = new Map(Object.entries(bundles).map(([source, bundle]) => [path.resolve(source), bundle]));
  return {
    name: 'keep-apart',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path: name, resolveDir, kind }) => {
        if (kind === 'entry-point') return undefined;
        const bundle = bySource.get(path.resolve(resolveDir, name.replace(/\.js$/, '.ts')));
        return bundle === undefined ? undefined : { path: bundle, external: true };
      });
    },
  };
}
