import type { Options } from 'tsup';

type TsupPlugin = NonNullable<Options['plugins']>[number];

const REQUIRE = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);\n`;

/**
 * Gives CommonJS packages inside the bundles Node's `require` for Node's own modules. Only the chunk that
 * holds the bundler's stand-in gets it, so the tool server's first chunk stays as small as it is.
 */
export function nodeRequire(): TsupPlugin {
  return {
    name: 'node-require',
    renderChunk(code) {
      return code.includes('Dynamic require of') ? { code: REQUIRE + code } : undefined;
    },
  };
}
