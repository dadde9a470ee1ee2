import type { Example } from './command.js';
import type { Context } from './context.js';
import { mcpServersEntry } from './launcher.js';
import { plainJson } from './output/plain-text.js';
import { wrapTo } from './output/width.js';
import { typed } from './typed-name.js';

const WHAT_IT_IS =
  'Postrider publishes to ten social networks through one API. People use it from this command line, programs through the REST API and the typed client, and AI agents through the MCP server that is built in. Its own backend comes along and can simulate every network, so that nothing needs to be signed up for to try it.';

const STEPS: readonly Example[] = [
  { type: 'serve', does: 'in a terminal of its own: the backend, with demo accounts' },
  { type: 'keys create --label "my agent" --preset full', does: 'an API key, shown once' },
  { type: 'login', does: 'stores that key for the commands here' },
  { type: 'posts create --to bluesky --text "Hello" --now', does: 'a first post, on a simulated network' },
];

/** What `postrider` says to a person who typed nothing more. */
export function home({ output }: Context): void {
  const entry = mcpServersEntry('<API_KEY>', 'http://127.0.0.1:4747');
  output.result({
    data: { about: WHAT_IT_IS, entry },
    brief: [plainJson(entry)],
    text: ({ width, style }) =>
      [
        ...wrapTo(WHAT_IT_IS, Math.min(width ?? 100, 100)),
        '',
        style('bold', 'Try it'),
        ...STEPS.flatMap(({ type, does }, index) => [
          `  ${index + 1}. ${style('cyan', typed(type))}`,
          `     ${style('dim', does)}`,
        ]),
        '',
        style('bold', 'Give it to an AI agent'),
        'Paste this into the settings of Claude Desktop, Cursor or another MCP host, with the key from step 2:',
        '',
        plainJson(entry),
        '',
        `All commands: ${style('cyan', typed('--help'))}`,
      ].join('\n'),
  });
}
