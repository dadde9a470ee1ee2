/** A move of a model: it writes a text, which ends its turn, or calls a tool. */
export type Move =
  | { readonly say: string }
  | {
      /** The tool's name; in a response, the host's own name for it. */
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly namespace?: string | undefined;
    };

interface OfferedTool {
  readonly name: string;
  /** The group in which the host lists the tool. */
  readonly namespace?: string | undefined;
}

/** The request of a host to a model, independent of the wire format. */
export interface Conversation {
  readonly requests: readonly string[];
  readonly tools: readonly OfferedTool[];
  /** Tool results since the last request, oldest first. */
  readonly answers: readonly string[];
  /** Tool results before the last request. */
  readonly before: readonly string[];
}

/** A part of a message: plain text, or a typed part. */
type Content = string | readonly { readonly text?: string }[] | null | undefined;

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('');
}

function conversationOf(
  entries: readonly { readonly from: 'person' | 'tool' | 'other'; readonly text: string }[],
  tools: readonly OfferedTool[],
): Conversation {
  const lastRequest = entries.findLastIndex(({ from }) => from === 'person');
  const answersIn = (part: typeof entries): string[] =>
    part.filter(({ from }) => from === 'tool').map(({ text }) => text);
  return {
    requests: entries.filter(({ from }) => from === 'person').map(({ text }) => text),
    tools,
    answers: answersIn(entries.slice(lastRequest + 1)),
    before: answersIn(entries.slice(0, lastRequest + 1)),
  };
}

/** Server-sent events with JSON data. */
const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

const newId = (kind: string): string => `${kind}_${Math.random().toString(36).slice(2, 12)}`;

/** A request to `/chat/completions`, with only the fields used here. */
interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content?: Content }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export function readChat(body: unknown): Conversation {
  const { messages, tools = [] } = body as ChatRequest;
  const from = { user: 'person', tool: 'tool' } as const;
  return conversationOf(
    messages.map(({ role, content }) => ({
      from: role === 'user' || role === 'tool' ? from[role] : 'other',
      text: textOf(content),
    })),
    tools.map((tool) => ({ name: tool.function.name })),
  );
}

export function writeChat(move: Move): string[] {
  const delta =
    'say' in move
      ? { content: move.say }
      : {
          tool_calls: [
            {
              index: 0,
              id: newId('call'),
              type: 'function',
              function: { name: move.tool, arguments: JSON.stringify(move.args) },
            },
          ],
        };
  const chunk = { id: newId('chatcmpl'), object: 'chat.completion.chunk', created: 0, model: 'scripted' };
  const finish = 'say' in move ? 'stop' : 'tool_calls';
  return [
    event({ ...chunk, choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] }),
    event({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    event({ ...chunk, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
    'data: [DONE]\n\n',
  ];
}

/** A request to `/responses`, with only the fields used here. */
interface ResponsesRequest {
  readonly input: readonly {
    readonly type?: string;
    readonly role?: string;
    readonly content?: Content;
    readonly output?: Content;
  }[];
  readonly tools?: readonly {
    readonly type: string;
    readonly name?: string;
    readonly tools?: readonly { readonly name: string }[];
  }[];
}

export function readResponses(body: unknown): Conversation {
  const { input, tools = [] } = body as ResponsesRequest;
  return conversationOf(
    input.map(({ type, role, content, output }) => {
      if (type === 'function_call_output') return { from: 'tool', text: textOf(output) };
      return { from: role === 'user' ? 'person' : 'other', text: textOf(content) };
    }),
    tools.flatMap(({ type, name, tools: inner = [] }) =>
      type === 'namespace'
        ? inner.map((tool) => ({ name: tool.name, namespace: name }))
        : [{ name: name ?? type }],
    ),
  );
}

export function writeResponses(move: Move): string[] {
  const id = newId('resp');
  const item =
    'say' in move
      ? {
          type: 'message',
          id: newId('msg'),
          role: 'assistant',
          content: [{ type: 'output_text', text: move.say }],
        }
      : {
          type: 'function_call',
          id: newId('fc'),
          call_id: newId('call'),
          name: move.tool,
          ...(move.namespace !== undefined && { namespace: move.namespace }),
          arguments: JSON.stringify(move.args),
        };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const events = [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, output: [item], usage } },
  ];
  return events.map((one) => event(one, one.type));
}

/** A request to `:streamGenerateContent`, with only the fields used here. */
interface GeminiRequest {
  readonly contents: readonly {
    readonly role?: string;
    readonly parts?: readonly {
      readonly text?: string;
      readonly functionResponse?: { readonly response?: unknown };
    }[];
  }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

export function readGemini(body: unknown): Conversation {
  const { contents, tools = [] } = body as GeminiRequest;
  return conversationOf(
    contents.flatMap(({ role, parts = [] }) =>
      parts.map(({ text = '', functionResponse }) => {
        if (functionResponse)
          return { from: 'tool', text: JSON.stringify(functionResponse.response) } as const;
        return { from: role === 'user' ? 'person' : 'other', text } as const;
      }),
    ),
    tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => ({ name }))),
  );
}

export function writeGemini(move: Move): string[] {
  const part = 'say' in move ? { text: move.say } : { functionCall: { name: move.tool, args: move.args } };
  return [
    event({
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }),
  ];
}
