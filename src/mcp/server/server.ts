import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { PostriderClient } from '../../client/client.js';
import { redact } from '../../client/redact.js';
import type { ConfirmPolicy } from '../../contract/service/key-policy.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import { VERSION } from '../../version.js';
import type { LocalMedia } from '../call-context.js';
import { listedTool } from '../definition/listed-tool.js';
import type { Launch } from '../errors/configuration-help.js';
import { isEnabled, selectTools, TOOLS, type ToolName, type ToolSelection } from '../tools/definitions.js';
import { formDialogOf, progressTo } from './host-features.js';
import { ICONS } from './icons.js';
import { INSTRUCTIONS } from './instructions.js';
import { handleResourcesAndPrompts } from './resource-and-prompt-requests.js';

/** What a tool server is made of; the same for stdio and for HTTP. */
export interface ServerSettings extends ToolSelection {
  /** The client that calls go through; asked for by the first call. */
  readonly openClient: () => Promise<PostriderClient>;
  /** Undefined where nobody said: then the key decides. */
  readonly confirm: ConfirmPolicy | undefined;
  /** What the key says of its use, where whoever took the request has read it; else it is asked for. */
  readonly keyPolicy?: KeyPolicy | undefined;
  /** Signs previews. The same for every process that may see the answer to one, and known to no model. */
  readonly secret: string;
  /** Which files of this machine tools may read; none where it runs for others. */
  readonly localMedia?: LocalMedia | undefined;
  /** How this server was started, for what it says about its configuration. */
  readonly launch: Launch;
  /** Told of failures that are this program's own, which a model can do nothing about. */
  readonly onUnexpectedError?: (error: unknown) => void;
  /** Told of every call under way, so that a process can wait for them before it ends. */
  readonly onCall?: (call: Promise<unknown>) => void;
}

/** How long hosts may keep the list of tools, in ms: it changes with the program alone. */
const LIST_TTL_MS = 3_600_000;

/** How long hosts may keep what they read, in ms: posts change by themselves. */
const READ_TTL_MS = 5_000;

/** How long a person may take over a form in the older protocol, in ms: as long as the preview is good. */
const MAX_FORM_MS = 600_000;

/**
 * One server for one connection (stdio) or request (HTTP). It is cheap and does nothing by itself: a host may
 * have it made twice.
 */
export function createServer(settings: ServerSettings, { era }: Pick<McpRequestContext, 'era'>): Server {
  const info = { name: 'postrider', title: 'Postrider', version: VERSION };
  const cacheScope = settings.scopes === undefined ? 'public' : 'private';
  // The newer protocol repeats the server's description in every result: no icons there.
  const server = new Server(era === 'legacy' ? { ...info, icons: ICONS } : info, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: NO_VALIDATOR,
    inputRequired: { roundTimeoutMs: MAX_FORM_MS },
    cacheHints: {
      'tools/list': { ttlMs: LIST_TTL_MS, cacheScope },
      'resources/list': { ttlMs: LIST_TTL_MS, cacheScope },
      'resources/templates/list': { ttlMs: LIST_TTL_MS, cacheScope },
      'prompts/list': { ttlMs: LIST_TTL_MS, cacheScope },
      'resources/read': { ttlMs: READ_TTL_MS, cacheScope: 'private' },
      'server/discover': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
    },
  });
  const shown = selectTools(settings);
  const tools = shown.map(listedTool);
  let client: Promise<PostriderClient> | undefined;

  const open = (): Promise<PostriderClient> => {
    client ??= settings.openClient();
    return client;
  };

  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', { params: CHECKED_ALREADY }, (params, context) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    // A tool that the key may not use is called all the same: the API's refusal says what to do instead.
    if (tool === undefined || !isEnabled(tool, settings)) return notShown(params.name, settings);
    const client = open();
    const call = callTool({ server, settings, client, tool: tool.name, args: params.arguments, context });
    settings.onCall?.(call);
    return call;
  });
  handleResourcesAndPrompts(server, settings, open);
  return server;
}

/** What carries calls out: loaded by the first of them, and kept, since each import() looks for it anew. */
let calls: typeof import('../run-call.js') | undefined;

interface Incoming {
  readonly server: Server;
  readonly settings: ServerSettings;
  readonly client: Promise<PostriderClient>;
  readonly tool: ToolName;
  readonly args: unknown;
  readonly context: ServerContext;
}

async function callTool({
  server,
  settings,
  client,
  tool,
  args,
  context,
}: Incoming): Promise<CallToolResult | InputRequiredResult> {
  calls ??= await import('../run-call.js');
  const { mcpReq } = context;
  return calls.runCall({
    tool,
    args,
    client: await client,
    policy: settings.confirm,
    keyPolicy: settings.keyPolicy,
    secret: settings.secret,
    launch: settings.launch,
    localMedia: settings.localMedia,
    form: formDialogOf(server, context),
    signal: mcpReq.signal,
    onUnexpectedError: settings.onUnexpectedError,
    progress: progressTo(context),
  });
}

/** The answer for a tool that this server does not show: a known one is explained, an unknown one is a fault. */
function notShown(name: string, { launch }: ServerSettings): CallToolResult {
  if (TOOLS.some((tool) => tool.name === name)) {
    const text =
      'url' in launch
        ? `${name} is switched off for this API key. Nothing was done. A person can make another key (postrider keys create).`
        : `${name} is switched off for this server (--read-only or --toolsets). Nothing was done. A person can change that in the server's mcpServers entry.`;
    return {
      content: [{ type: 'text', text }],
      structuredContent: { message: text, error: 'tool_switched_off' },
      isError: true,
    };
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, redact(`Unknown tool: ${name}`));
}

/** The SDK holds a call against the protocol's own schema before it looks at this one: once is enough. */
const CHECKED_ALREADY: StandardSchemaV1<CallToolRequest['params']> = {
  '~standard': {
    version: 1,
    vendor: 'postrider',
    validate: (value) => ({ value: value as CallToolRequest['params'] }),
  },
};

/** Output schemas and form replies are checked here without JSON Schema, so that no validator is loaded. */
const NO_VALIDATOR: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator: () => {
    throw new Error('This server validates without JSON Schema.');
  },
};
