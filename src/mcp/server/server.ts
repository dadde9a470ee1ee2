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
import { readTraceContext, type TraceContext } from '../../base/trace-context.js';
import type { PostriderClient } from '../../client/client.js';
import { redact } from '../../client/redact.js';
import { VERSION } from '../../version.js';
import { listedTool } from '../definition/listed-tool.js';
import type { KnownKey } from '../run-call.js';
import { isEnabled, selectTools, TOOLS, type ToolName } from '../tools/definitions.js';
import { formDialogOf, progressTo } from './host-features.js';
import { ICONS } from './icons.js';
import { instructionsFor } from './instructions.js';
import { handleResourcesAndPrompts } from './resource-and-prompt-requests.js';
import type { ServerSettings } from './settings.js';

/** How long hosts may cache the list of tools, in ms: it only changes with a release. */
const LIST_TTL_MS = 3_600_000;

/** How long hosts may cache a resource, in ms: posts change without a call. */
const READ_TTL_MS = 5_000;

/** How long a form may stay open in the older protocol, in ms: until its preview expires. */
const MAX_FORM_MS = 600_000;

/** One server per connection (stdio) or request (HTTP). It is cheap to create and does nothing by itself. */
export function createServer(settings: ServerSettings, { era }: Pick<McpRequestContext, 'era'>): Server {
  const info = { name: 'postrider', title: 'Postrider', version: VERSION };
  const cacheScope = settings.scopes === undefined ? 'public' : 'private';
  // The newer protocol repeats the server info in every result, so icons are left out there.
  const server = new Server(era === 'legacy' ? { ...info, icons: ICONS } : info, {
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, completions: {} },
    instructions: instructionsFor(settings.scopes),
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
  let listed = selectTools(settings);
  let client: Promise<PostriderClient> | undefined;

  const open = (): Promise<PostriderClient> => {
    client ??= settings.openClient();
    return client;
  };

  /** Lists only what the key may do, as soon as a call has found out. Over HTTP it is known from the start. */
  const narrow = (key: KnownKey | undefined): void => {
    if (settings.scopes !== undefined || key === undefined) return;
    const allowed = selectTools({ ...settings, scopes: key.scopes }).filter((tool) =>
      isEnabled(tool, policyOf(key)),
    );
    if (allowed.length === listed.length) return;
    listed = allowed;
    server.sendToolListChanged().catch((error: unknown) => settings.onUnexpectedError?.(error));
  };

  server.setRequestHandler('tools/list', () => ({ tools: listed.map(listedTool) }));
  server.setRequestHandler('tools/call', { params: CHECKED_ALREADY }, (params, context) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    // A tool beyond the key's scopes is called anyway: the API's refusal says what to do instead.
    if (tool === undefined || !isEnabled(tool, settings)) return notShown(params.name, settings);
    const client = open();
    const caller = traceIn(context.mcpReq._meta);
    const incoming = { server, settings, client, narrow, caller, context };
    const run = () => callTool({ ...incoming, tool: tool.name, args: params.arguments });
    const call = settings.aroundCall ? settings.aroundCall({ tool: tool.name, caller }, run) : run();
    settings.onCall?.(call);
    return call;
  });
  handleResourcesAndPrompts(server, settings, open);
  return server;
}

/** The client's place in its trace, under the keys of the protocol's `_meta` that W3C Trace Context has named. */
function traceIn(meta: Readonly<Record<string, unknown>> | undefined): TraceContext | null {
  const { traceparent, tracestate } = meta ?? {};
  if (typeof traceparent !== 'string') return null;
  return readTraceContext(traceparent, typeof tracestate === 'string' ? tracestate : undefined);
}

const policyOf = ({ policy }: KnownKey) => ({
  toolsets: policy.toolsets ?? undefined,
  readOnly: policy.readOnly,
});

/** Loaded by the first call, then kept: every import() resolves the module again. */
let calls: typeof import('../run-call.js') | undefined;

interface Incoming {
  readonly server: Server;
  readonly settings: ServerSettings;
  readonly client: Promise<PostriderClient>;
  /** Told what the key may do after the call. */
  readonly narrow: (key: KnownKey | undefined) => void;
  readonly tool: ToolName;
  readonly args: unknown;
  readonly caller: TraceContext | null;
  readonly context: ServerContext;
}

async function callTool({
  server,
  settings,
  client,
  narrow,
  tool,
  args,
  caller,
  context,
}: Incoming): Promise<CallToolResult | InputRequiredResult> {
  calls ??= await import('../run-call.js');
  const { mcpReq } = context;
  const opened = await client;
  const result = await calls.runCall({
    tool,
    args,
    client: opened,
    caller,
    policy: settings.confirm,
    keyPolicy: settings.keyPolicy,
    scopes: settings.scopes,
    secret: settings.secret,
    launch: settings.launch,
    localMedia: settings.localMedia,
    form: formDialogOf(server, context),
    signal: mcpReq.signal,
    onUnexpectedError: settings.onUnexpectedError,
    progress: progressTo(context),
  });
  narrow(calls.knownKey(opened));
  return result;
}

/** The answer for a disabled tool. An unknown tool is a protocol error. */
function notShown(name: string, { launch }: ServerSettings): CallToolResult {
  if (TOOLS.some((tool) => tool.name === name)) {
    const text =
      'url' in launch
        ? `${name} is disabled for this API key. Nothing was done. A person can create another key (postrider keys create).`
        : `${name} is disabled on this server (--read-only or --toolsets). Nothing was done. A person can enable it in the server's mcpServers entry.`;
    return {
      content: [{ type: 'text', text }],
      structuredContent: { message: text, error: 'tool_switched_off' },
      isError: true,
    };
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, redact(`Unknown tool: ${name}`));
}

/** The SDK has already validated the call against the protocol's schema. */
const CHECKED_ALREADY: StandardSchemaV1<CallToolRequest['params']> = {
  '~standard': {
    version: 1,
    vendor: 'postrider',
    validate: (value) => ({ value: value as CallToolRequest['params'] }),
  },
};

/** Output schemas and form replies are not checked with JSON Schema, so no validator is loaded. */
const NO_VALIDATOR: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator: () => {
    throw new Error('This server validates without JSON Schema.');
  },
};
