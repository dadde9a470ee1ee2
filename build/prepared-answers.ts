import path from 'node:path';
import type { Plugin } from 'esbuild';

const QUESTION = path.resolve('src/mcp/opening/prepared-answers.ts');

/** Asks the tool server what it answers to every host, and puts that into the bundle in the place of the server. */
export function preparedAnswers(): Plugin {
  return {
    name: 'prepared-answers',
    setup(build) {
      let asked = false;
      build.onLoad({ filter: /prepared-answers\.ts$/ }, async ({ path: file }) => {
        if (file !== QUESTION) return undefined;
        asked = true;
        const { prepareAnswers } = await import('../src/mcp/opening/prepare-answers.js');
        return {
          contents: `export const PREPARED = ${JSON.stringify(await prepareAnswers())};`,
          loader: 'js',
        };
      });
      build.onEnd(() => ({
        errors: asked ? [] : [{ text: `${QUESTION} is no longer part of this bundle` }],
      }));
    },
  };
}
