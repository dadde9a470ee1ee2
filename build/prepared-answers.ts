import path from 'node:path';
import type { Plugin } from 'esbuild';

const PREPARED_ANSWERS = path.resolve('src/mcp/handshake/prepared-answers.ts');

/**
 * Bundles the tool server's prepared responses to the handshake instead of the server. The build fails if a package gets
 * into the bundle, because it would slow down start-up.
 */
export function preparedAnswers(): Plugin {
  return {
    name: 'prepared-answers',
    setup(build) {
      let prepared = false;
      build.initialOptions.metafile = true;
      build.onLoad({ filter: /prepared-answers\.ts$/ }, async ({ path: file }) => {
        if (file !== PREPARED_ANSWERS) return undefined;
        prepared = true;
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
        const problems = packages.map((file) => `${file} is in the start-up bundle`);
        if (!prepared) problems.push(`${PREPARED_ANSWERS} is not in this bundle`);
        return { errors: problems.map((text) => ({ text })) };
      });
    },
  };
}
