import type { Options } from 'tsup';

type TsupPlugin = NonNullable<Options['plugins']>[number];

const REQUIRE = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);\n`;

/**
 * Gives bundled CommonJS packages Node's `require` for built-in modules. Only the chunk with the bundler's `require` shim
 * gets it, which keeps the other chunks small.
 */
export function nodeRequire(): TsupPlugin {
  return {
    name: 'node-require',
    renderChunk(code) {
      return code.includes('Dynamic require of') ? { code: REQUIRE + code } : undefined;
    },
  };
}
