import type { Example } from './command.js';
import type { Context } from './context.js';
import { mcpServersEntry } from './launcher.js';
import { plainJson } from './output/plain-text.js';
import { wrapTo } from './output/width.js';
import { typed } from './typed-name.js';

const WHAT_IT_IS =
  'Postrider publishes to ten social networks through one API: from this command line, from programs with the REST API or the typed client, and from AI agents with the built-in MCP server. It includes a backend that simulates every network, so you can try it without signing up for anything.';

const STEPS: readonly Example[] = [
  {
    type: 'serve',
    does: 'start a backend with demo accounts, in its own terminal; it signs in this command line',
  },
  {
    type: 'posts create --to bluesky --text "Hello" --now',
    does: 'in another terminal: publish a first post on a simulated network',
  },
  { type: 'install cursor', does: 'add Postrider to Cursor, Claude Desktop or another MCP host' },
];

/** What `postrider` prints without arguments. */
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
        style('bold', 'Connect another MCP host'),
        `Paste this into its settings, with a key from ${style('cyan', typed('keys create --label "my agent" --preset full'))}:`,
        '',
        plainJson(entry),
        '',
        `All commands: ${style('cyan', typed('--help'))}`,
      ].join('\n'),
  });
}
