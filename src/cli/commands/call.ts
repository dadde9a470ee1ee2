import { defineCommand, flag, text } from '../command.js';
import { connectionOf } from '../context.js';
import type { ExitKind } from '../exit-codes.js';
import { plainLines } from '../output/plain-text.js';
import { readArguments } from '../tool-calls/arguments.js';
import { exitKindOf } from '../tool-calls/exit-kind.js';
import { runTool } from '../tool-calls/run-tool.js';
import { toolNamed } from '../tool-calls/tool-named.js';
import { clientFor } from '../with-client.js';

export const call = defineCommand({
  name: 'call',
  group: 'For agents',
  summary: 'Run one of the agents’ tools from here',
  details:
    'It is the tool server’s own code that runs, and its answer is what an agent reads. Acts that cannot be undone are confirmed in the terminal; where nobody can be asked, the answer is a preview with a confirmToken, and --yes says yes beforehand.',
  arguments: [
    { name: '<tool>', description: 'The tool, with or without "postrider_"', completes: 'tool' },
    { name: '[arguments...]', description: 'name=value, or name:=json for lists and objects' },
  ],
  options: {
    jsonArgs: text('--json-args <object>', 'All arguments as one JSON object'),
    yes: flag('-y, --yes', 'Do not ask for confirmation'),
  },
  examples: [
    { type: 'call list_accounts', does: 'Which accounts are connected' },
    { type: 'call create_post platform=bluesky text="We are open on Sunday."', does: 'A draft' },
    {
      type: 'call create_post platforms=bluesky,x text="Hello" scheduleMode=now',
      does: 'Published now; asks first',
    },
    {
      type: 'call validate_post --json-args \'{"platform": "x", "text": "Hello"}\' --json',
      does: 'From a script',
    },
  ],
  run: async ({ arguments: [name = '', ...pairs], options }, context): Promise<ExitKind> => {
    const args = readArguments(pairs, options.jsonArgs);
    const { TOOLS } = await import('../../mcp/tools/definitions.js');
    const { name: tool } = toolNamed(name, TOOLS);
    const settings = await connectionOf(context);
    const client = await clientFor(settings);
    try {
      const secret = settings.apiKey?.value ?? '';
      const result = await runTool({ tool, args, client, secret, yes: options.yes }, context);
      const { id } = result.structured;
      context.output.result({
        data: result.structured,
        brief: typeof id === 'string' ? [id] : [plainLines(result.text)],
        text: () => plainLines(result.text),
      });
      const kind = exitKindOf(result);
      if (kind === 'not_confirmed')
        context.output.note('Nothing was done. With --yes it is done without a question.');
      return kind;
    } finally {
      await client.close();
    }
  },
});
