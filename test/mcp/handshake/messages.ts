type Json = Readonly<Record<string, unknown>>;

export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
const MODERN = '2026-07-28';

export const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const;

export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

const CLIENT = { name: 'host', version: '1' };

export function request(method: string, params?: Json, id: string | number = 1): Json {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function initialize(version: string = LEGACY[0], more: Json = {}): Json {
  return request('initialize', { protocolVersion: version, capabilities: {}, clientInfo: CLIENT, ...more });
}

/** A request in the envelope of the newer protocol version. */
export function modern(method: string, more: Json = {}, params: Json = {}): Json {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  };
  return request(method, { ...params, _meta });
}

/** The same messages; requests get their own ids. */
export function numbered(messages: readonly (Json | string)[]): (Json | string)[] {
  return messages.map((one, index) =>
    typeof one === 'string' || !('id' in one)
      ? one
      : { ...one, id: index % 2 === 0 ? index + 1 : `n${index}` },
  );
}

/** The capabilities of known hosts. */
export const CAPABILITIES: readonly Json[] = [
  {},
  { roots: {} },
  { roots: { listChanged: true }, sampling: {} },
  { elicitation: {} },
  {
    elicitation: { form: {}, url: {} },
    sampling: { tools: {} },
    extensions: { 'x/ui': { mimeTypes: ['a'] } },
  },
  { tools: true, prompts: true, logging: false, roots: { listChanged: false }, elicitation: { form: {} } },
  {
    tasks: {
      list: {},
      cancel: {},
      requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
    },
  },
  { experimental: { 'a/b': { c: [1, { d: null }] } } },
];

/** Messages that violate the protocol, or are rare. */
export const STRANGE_CAPABILITIES: readonly unknown[] = [
  null,
  [],
  'none',
  { roots: true },
  { roots: { listChanged: 'yes' } },
  { sampling: [] },
  { sampling: { context: true } },
  { elicitation: { form: { applyDefaults: 1 } } },
  { elicitation: { form: [] } },
  { elicitation: null },
  { experimental: { a: 1 } },
  { extensions: [] },
  { tasks: { requests: { elicitation: true } } },
];

export const STRANGE_CLIENTS: readonly unknown[] = [
  undefined,
  null,
  {},
  { name: 'host' },
  { name: 1, version: '1' },
  { name: 'host', version: '1', title: 2 },
  { name: 'host', version: '1', icons: [{}] },
  { name: 'host', version: '1', icons: [{ src: 'a', theme: 'blue' }] },
  { name: 'host', version: '1', icons: [{ src: 'data:,a', sizes: ['any'], theme: 'dark' }], extra: { a: 1 } },
];

/** Lines that are not messages, or that the handshake does not know. */
export const STRANGE_LINES: readonly (Json | string)[] = [
  '',
  '   ',
  '{',
  'null',
  '42',
  '"tools/list"',
  '[]',
  '[{"jsonrpc":"2.0","id":9,"method":"ping"}]',
  '{"jsonrpc":"2.0","id":9}',
  '{"jsonrpc":"2.0","id":9,"result":{}}',
  '{"jsonrpc":"1.0","id":9,"method":"ping"}',
  '{"id":9,"method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1e3,"method":"ping"}',
  '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
  '{"jsonrpc":"2.0","id":true,"method":"ping"}',
  '{"jsonrpc":"2.0","id":"é\\ud83d\\ude00\\ud800","method":"ping"}',
  '{"jsonrpc":"2.0","id":"é😀","method":"ping"}',
  '{"jsonrpc":"2.0","id":"a","id":"b","method":"ping"}',
  '{"jsonrpc":"2.0","id":8,"method":"ping","extra":1}',
  '{"jsonrpc":"2.0","id":8,"method":"ping","__proto__":{}}',
  '{"jsonrpc":"2.0","id":8,"method":"ping","params":null}',
  '{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}',
  '{"jsonrpc":"2.0","id":8,"method":"ping"}\r',
  ' {"jsonrpc":"2.0" , "id":8,"method":"ping"} ',
  '\ufeff{"jsonrpc":"2.0","id":8,"method":"ping"}',
  '{"jsonrpc":"2.0","id":8,"method":"notifications/initialized"}',
  { jsonrpc: '2.0', method: 'notifications/initialized', params: {} },
  { jsonrpc: '2.0', method: 'notifications/initialized', params: { _meta: {} } },
  { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'nobody' } },
  { jsonrpc: '2.0', method: 'notifications/unheard' },
  { jsonrpc: '2.0', method: 'tools/list' },
  request('tools/list', { cursor: 'next' }),
  request('tools/list', { _meta: { progressToken: 'p' } }),
  request('tools/list', { _meta: { progressToken: {} } }),
  request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } }),
  request('constructor'),
  request('server/discover'),
  request('logging/setLevel', { level: 'debug' }),
  request('resources/read', { uri: 'postrider://nowhere/1' }),
  request('prompts/get', { name: 'plan_week' }),
  request('tools/call', { name: 'postrider_dance' }),
  request('tools/call', { name: 'postrider_list_posts', arguments: {} }),
  modern('server/discover', { progressToken: 1 }),
  modern('server/discover', { 'io.modelcontextprotocol/logLevel': 'debug' }),
  modern('server/discover', { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
  modern('server/discover', { 'io.modelcontextprotocol/protocolVersion': 7 }),
  modern('server/discover', { 'io.modelcontextprotocol/clientInfo': undefined }),
  modern('server/discover', { 'io.modelcontextprotocol/clientCapabilities': undefined }),
  modern('tools/list', {}, { cursor: 'next' }),
  modern('ping'),
  modern('initialize'),
  modern('tools/call', {}, { name: 'postrider_dance' }),
  modern('subscriptions/listen', {}, { notifications: { toolsListChanged: true } }),
];
