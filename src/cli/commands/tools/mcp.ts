import { CONFIRM_POLICIES, TOOLSETS } from '../../../contract/service/key-policy.js';
import { choice, defineCommand, flag, text, texts } from '../../command.js';
import type { Context, GlobalOptions } from '../../context.js';
import { launcherPath } from '../../launcher.js';
import { connectionSettings } from '../../settings/settings.js';

/** Options passed on to the tool server. */
export interface ToolServerOptions {
  readonly confirm?: string | undefined;
  readonly toolsets?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly mediaRoot?: readonly string[] | undefined;
}

export const mcp = defineCommand({
  name: 'mcp',
  group: 'AI agents',
  summary: 'Run the MCP server on standard input and output',
  details:
    'An MCP host starts this from its mcpServers entry. `postrider` without arguments does the same if standard input is not a terminal. The server starts even without a key or a backend, and each tool call then explains how to set them up. It reads the environment but no stored login, unless you add --profile.',
  options: {
    confirm: choice(
      '--confirm <policy>',
      'When to ask for confirmation (default irreversible)',
      CONFIRM_POLICIES,
    ),
    toolsets: text(
      '--toolsets <list>',
      'Only these groups of tools: accounts, posts, media, sources, schedules, comments, messages',
      TOOLSETS,
    ),
    readOnly: flag('--read-only', 'Allow only read-only tools'),
    mediaRoot: texts(
      '--media-root <folder>',
      'Folder that tools may upload media from; can be repeated (default: Pictures, Videos, Movies, Downloads, Desktop and the working folder)',
    ),
  },
  examples: [
    { type: 'mcp', does: 'Run the server as an mcpServers entry does' },
    { type: 'mcp --read-only', does: 'Offer only read-only tools' },
    { type: 'mcp --profile work', does: 'Use a stored login, to keep the key out of the entry' },
    { type: 'mcp --media-root ./marketing', does: 'Allow uploads only from this folder' },
    {
      type: 'mcp --toolsets accounts,posts --confirm always',
      does: 'Limit the tools and confirm every action',
    },
  ],
  run: ({ options }, context) => serveTools(options, context),
});

/** Runs the tool server until the host closes standard input. */
export async function serveTools(options: ToolServerOptions, { env, globals }: Context): Promise<void> {
  const { runStdio } = await import('../../../mcp/stdio/stdio.js');
  const args = [
    ...(options.confirm === undefined ? [] : ['--confirm', options.confirm]),
    ...(options.toolsets === undefined ? [] : ['--toolsets', options.toolsets]),
    ...(options.readOnly ? ['--read-only'] : []),
    ...(options.mediaRoot ?? []).flatMap((folder) => ['--media-root', folder]),
  ];
  runStdio(args, { ...env, ...(await namedSettings(globals, env)) }, launcherPath());
}

/** Key and address from flags. Without flags, the tool server reads the environment and no stored login. */
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
