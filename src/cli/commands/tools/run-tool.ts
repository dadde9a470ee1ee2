import type { PostriderClient } from '../../../client/client.js';
import type { FormDialog } from '../../../mcp/call-context.js';
import type { ToolCall } from '../../../mcp/run-call.js';
import type { Context } from '../../context.js';
import { canAsk, confirm } from '../../input/prompt.js';
import { launcherPath } from '../../launcher.js';
import { plainLines } from '../../output/plain-text.js';
import { readToolAnswer, type ToolResult } from './tool-answer.js';

export interface ToolRun {
  readonly tool: ToolCall['tool'];
  readonly args: unknown;
  readonly client: PostriderClient;
  /** Signs previews. Derived from the key, so that a confirmToken works in the next call. */
  readonly secret: string;
  /** Confirmed already with `--yes`. */
  readonly yes: boolean;
}

/**
 * Runs a tool as the tool server does. Confirmation forms are shown in the terminal; without one, the result is a
 * preview with a confirmToken.
 */
export async function runTool(run: ToolRun, context: Context): Promise<ToolResult> {
  const { runCall } = await import('../../../mcp/run-call.js');
  const call = (form: FormDialog | null) =>
    runCall({
      tool: run.tool,
      args: run.args,
      client: run.client,
      policy: run.yes ? 'never' : 'irreversible',
      secret: run.secret,
      launch: { command: 'node', args: [launcherPath()] },
      form,
      signal: context.signal,
      isLast: true,
      progress: async (done, total, message) =>
        context.output.note(`${done} of ${total}: ${plainLines(message)}`),
    });
  const answer = readToolAnswer(await call(canAsk(context) ? { state: undefined, reply: 'none' } : null));
  if (answer.kind === 'result') return answer;
  context.output.insist(({ style }) => `${style('bold', 'Please confirm')}\n${plainLines(answer.message)}`);
  const yes = await confirm(context, `${plainLines(answer.agree)}?`);
  const settled = readToolAnswer(await call({ state: answer.state, reply: yes ? 'yes' : 'no' }));
  if (settled.kind === 'result') return settled;
  throw new Error('The tool asked for confirmation twice.');
}
