import { API_ERROR_CODES } from '../../../contract/errors.js';
import { defineCommand, flag, text } from '../../command.js';
import { connectionOf } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { exitKindOfCode } from '../../failure-of.js';
import { plainLines } from '../../output/plain-text.js';
import { clientFor } from '../../with-client.js';
import { readArguments } from './arguments.js';
import { runTool } from './run-tool.js';
import type { ToolResult } from './tool-answer.js';
import { toolNamed } from './tool-named.js';

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
    const { TOOLS } = await import('../../../mcp/tools/registry.js');
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

/** Codes that tools answer with and the API does not have. */
const TOOL_ERRORS: Readonly<Record<string, ExitKind>> = {
  arguments_invalid: 'usage',
  argument_invalid: 'usage',
  key_unusable: 'configuration',
  base_url_invalid: 'configuration',
  plain_http_refused: 'configuration',
  proxy_invalid: 'configuration',
  option_invalid: 'configuration',
  backend_unreachable: 'unavailable',
  no_usable_answer: 'unavailable',
  outcome_unknown: 'outcome_unknown',
  aborted: 'interrupted',
  confirm_mismatch: 'not_confirmed',
  confirm_token_invalid: 'not_confirmed',
};

const UNCONFIRMED: readonly unknown[] = ['needs_confirmation', 'declined', 'cancelled'];

/** What `call` ends with after a tool's answer. */
export function exitKindOf({ structured, isError }: ToolResult): ExitKind {
  const { status, error, id } = structured;
  if (!isError) return id === undefined && UNCONFIRMED.includes(status) ? 'not_confirmed' : 'ok';
  if (typeof error !== 'string') return 'failed';
  const known = TOOL_ERRORS[error];
  if (known !== undefined) return known;
  const code = API_ERROR_CODES.find((one) => one === error);
  return code === undefined ? 'failed' : exitKindOfCode(code);
}
