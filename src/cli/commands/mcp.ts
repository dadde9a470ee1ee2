import { CONFIRM_POLICIES, TOOLSETS } from '../../contract/service/key-policy.js';
import { choice, defineCommand, flag, text, texts } from '../command.js';
import type { Context, GlobalOptions } from '../context.js';
import { launcherPath } from '../launcher.js';
import { connectionSettings } from '../settings/settings.js';

/** What is handed on to the tool server. */
export interface ToolServerOptions {
  readonly confirm?: string | undefined;
  readonly toolsets?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly mediaRoot?: readonly string[] | undefined;
}

export const mcp = defineCommand({
  name: 'mcp',
  group: 'For agents',
  summary: 'Serve the tools to an AI agent over standard input and output',
  details:
    'An MCP host starts it by itself, from its mcpServers entry; `postrider` alone does the same where its input is no terminal. It starts without a key and without a backend, and then says in each answer how to set them. It reads the environment and no stored login, unless --profile names one.',
  options: {
    confirm: choice(
      '--confirm <policy>',
      'When a person is asked; irreversible unless told',
      CONFIRM_POLICIES,
    ),
    toolsets: text(
      '--toolsets <list>',
      'Only these groups: accounts, posts, media, sources, schedules, comments, messages',
      TOOLSETS,
    ),
    readOnly: flag('--read-only', 'Only tools that change nothing'),
    mediaRoot: texts(
      '--media-root <folder>',
      'A folder whose images and videos may be uploaded; several times for several (default: Pictures, Videos, Movies, Downloads, Desktop and the working folder)',
    ),
  },
  examples: [
    { type: 'mcp', does: 'What an mcpServers entry starts' },
    { type: 'mcp --read-only', does: 'An agent that can look and change nothing' },
    { type: 'mcp --profile work', does: 'With a stored login, so that no key stands in the entry' },
    { type: 'mcp --media-root ./marketing', does: 'Uploads from this folder alone' },
    { type: 'mcp --toolsets accounts,posts --confirm always', does: 'Fewer tools, each act confirmed' },
  ],
  run: ({ options }, context) => serveTools(options, context),
});

/** Serves the tools until the host closes standard input. */
export async function serveTools(options: ToolServerOptions, { env, globals }: Context): Promise<void> {
  const { runStdio } = await import('../../mcp/stdio/stdio.js');
  const args = [
    ...(options.confirm === undefined ? [] : ['--confirm', options.confirm]),
    ...(options.toolsets === undefined ? [] : ['--toolsets', options.toolsets]),
    ...(options.readOnly ? ['--read-only'] : []),
    ...(options.mediaRoot ?? []).flatMap((folder) => ['--media-root', folder]),
  ];
  runStdio(args, { ...env, ...(await namedSettings(globals, env)) }, launcherPath());
}

/** Key and address as flags name them. Without a flag the tool server reads the environment, and no stored login. */
async function namedSettings(
  { apiKey, baseUrl, profile }: GlobalOptions,
  env: Context['env'],
): Promise<Context['env']> {
  if (profile === undefined) {
    return {
      ...(apiKey === undefined ? {} : { POSTRIDER_API_KEY: apiKey }),
      ...(baseUrl === undefined ? {} : { POSTRIDER_BASE_URL: baseUrl }),
    };
  }
  const settings = await connectionSettings({ apiKey, baseUrl, profile }, env);
  return { POSTRIDER_API_KEY: settings.apiKey?.value, POSTRIDER_BASE_URL: settings.baseUrl.value };
}
