import path from 'node:path';
import type { Plugin } from 'esbuild';

const QUESTION = path.resolve('src/mcp/handshake/prepared-answers.ts');

/**
 * Asks the tool server what it answers to every host, and puts that into the bundle in the place of the server. The
 * build fails where a package comes into the bundle all the same: a start would wait for it.
 */
export function preparedAnswers(): Plugin {
  return {
    name: 'prepared-answers',
    setup(build) {
      let asked = false;
      build.initialOptions.metafile = true;
      build.onLoad({ filter: /prepared-answers\.ts$/ }, async ({ path: file }) => {
        if (file !== QUESTION) return undefined;
        asked = true;
        const { prepareAnswers } = await import('../src/mcp/handshake/prepare-answers.js');
        return {
          contents: `export const PREPARED = ${JSON.stringify(await prepareAnswers())};`,
          loader: 'js',
        };
      });
      build.onEnd(({ metafile }) => {
        const packages = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
          Object.keys(inputs).filter((file) => file.includes('node_modules')),
        );
        const faults = packages.map((file) => `${file} is in the bundle that a start waits for`);
        if (!asked) faults.push(`${QUESTION} is no longer part of this bundle`);
        return { errors: faults.map((text) => ({ text })) };
      });
    },
  };
}
