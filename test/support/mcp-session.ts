import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export const LAUNCHER = join(import.meta.dirname, '../../bin/postrider.cjs');

/** Which client speaks which form of the protocol. */
export const SPEAKERS = ['v2 legacy', 'v2 auto', 'v2 2026-07-28', 'v1'] as const;
type Speaker = (typeof SPEAKERS)[number];

export type Reply =
  | { action: 'accept'; content: { confirm: boolean } }
  | { action: 'decline' }
  | { action: 'cancel' };

export const YES: Reply = { action: 'accept', content: { confirm: true } };

export interface SessionOptions {
  readonly speaker?: Speaker;
  /** Connects to this endpoint instead of starting the program. */
  readonly at?: { readonly url: string; readonly key: string };
  /** What the person replies to each form; without it the host shows no forms. */
  readonly reply?: (message: string) => Reply | Promise<Reply>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The working folder of the program. */
  readonly cwd?: string;
}

export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface Session {
  /** The client itself, for what has no method here. */
  readonly client: Client | ClientV1;
  list(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  /** What the program wrote to stderr so far. */
  errors(): string;
  close(): Promise<void>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

/** Connects as a host does, to the built program or to an endpoint; it is closed with the test. */
export async function openSession(options: SessionOptions = {}): Promise<Session> {
  const session = options.speaker === 'v1' ? await openV1(options) : await openV2(options);
  onTestFinished(() => session.close());
  return session;
}

function answerOf({ content, structuredContent, isError }: Readonly<Record<string, unknown>>): ToolAnswer {
  const [first] = content as { text: string }[];
  return {
    text: first?.text ?? '',
    structured: (structuredContent ?? {}) as Record<string, unknown>,
    isError: isError === true,
  };
}

function launch({ env, args, cwd }: SessionOptions) {
  return {
    command: process.execPath,
    args: [LAUNCHER, ...(args ?? [])],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe' as const,
    ...(cwd !== undefined && { cwd }),
  };
}

const info = { name: 'test-host', version: '1.0.0' };

async function openV2(options: SessionOptions): Promise<Session> {
  const { speaker = 'v2 legacy', reply } = options;
  const mode = {
    'v2 legacy': undefined,
    'v2 auto': 'auto' as const,
    'v2 2026-07-28': { pin: '2026-07-28' },
    v1: undefined,
  }[speaker];
  const client = new Client(info, {
    capabilities: reply ? { elicitation: { form: {} } } : {},
    ...(mode && { versionNegotiation: { mode } }),
  });
  if (reply) client.setRequestHandler('elicitation/create', ({ params }) => reply(params.message));
  const transport = options.at
    ? new StreamableHTTPClientTransport(...endpoint(options.at))
    : new StdioClientTransport(launch(options));
  const errors = errorsOf(transport);
  await client.connect(transport);
  return {
    client,
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, how = {}) =>
      answerOf(await client.callTool({ name, arguments: args }, how)),
    errors,
    close: () => client.close(),
  };
}

function endpoint({ url, key }: { url: string; key: string }): [URL, { requestInit: RequestInit }] {
  return [new URL('/mcp', url), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }];
}

function errorsOf(transport: object): () => string {
  let errors = '';
  if ('stderr' in transport && transport.stderr instanceof Readable) {
    transport.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
  }
  return () => errors;
}

async function openV1(options: SessionOptions): Promise<Session> {
  const { reply } = options;
  const client = new ClientV1(info, { capabilities: reply ? { elicitation: {} } : {} });
  if (reply) client.setRequestHandler(ElicitRequestSchema, ({ params }) => reply(params.message));
  const transport = options.at
    ? new HttpTransportV1(...endpoint(options.at))
    : new StdioClientTransportV1(launch(options));
  const errors = errorsOf(transport);
  // The transport's optional members are declared without `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    client,
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, how = {}) =>
      answerOf(await client.callTool({ name, arguments: args }, undefined, how)),
    errors,
    close: () => client.close(),
  };
}
