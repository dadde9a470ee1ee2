import { API_ERROR_CODES } from '../../../contract/api-errors.js';
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
  group: 'AI agents',
  summary: 'Run a tool as an AI agent would',
  details:
    'Runs the same code as the MCP server and prints what an agent would read. Irreversible actions ask for confirmation in the terminal. Without a terminal, the result is a preview with a confirmToken; --yes confirms in advance.',
  arguments: [
    { name: '<tool>', description: 'Tool name, with or without "postrider_"', completes: 'tool' },
    { name: '[arguments...]', description: 'Arguments: name=value, or name:=json for lists and objects' },
  ],
  options: {
    jsonArgs: text('--json-args <object>', 'Arguments as a JSON object'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
  },
  examples: [
    { type: 'call list_accounts', does: 'List connected accounts' },
    { type: 'call create_post platform=bluesky text="We are open on Sunday."', does: 'Save a draft' },
    {
      type: 'call create_post platforms=bluesky,x text="Hello" scheduleMode=now',
      does: 'Publish now, after a prompt',
    },
    {
      type: 'call validate_post --json-args \'{"platform": "x", "text": "Hello"}\' --json',
      does: 'Validate a post from a script',
    },
  ],
  run: async ({ arguments: [name = '', ...pairs], options }, context): Promise<ExitKind> => {
    const args = readArguments(pairs, options.jsonArgs);
    const { TOOLS } = await import('../../../mcp/tools/definitions.js');
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
        context.output.note('Nothing was done. To confirm in advance, add --yes.');
      return kind;
    } finally {
      await client.close();
    }
  },
});

/** Error codes of tools that the API does not have. */
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
  confirm_token_unknown: 'not_confirmed',
};

const UNCONFIRMED: readonly unknown[] = ['needs_confirmation', 'declined', 'cancelled', 'not_confirmed'];

/** The exit code of `call` for a tool result. */
function exitKindOf({ structured, isError }: ToolResult): ExitKind {
  const { status, error, id } = structured;
  if (!isError) return id === undefined && UNCONFIRMED.includes(status) ? 'not_confirmed' : 'ok';
  if (typeof error !== 'string') return 'failed';
  const known = TOOL_ERRORS[error];
  if (known !== undefined) return known;
  const code = API_ERROR_CODES.find((one) => one === error);
  return code === undefined ? 'failed' : exitKindOfCode(code);
}
