import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import type { MadeKey } from './demo-backend.js';
import type { Stage } from './stage.js';

const Answer = z.object({
  content: z.array(z.object({ text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  isError: z.boolean().default(false),
});

export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** An MCP host whose user confirms every question. */
export class Agent {
  readonly #client: Client;
  readonly #stage: Stage;
  /** How often the person was asked. */
  questions = 0;

  private constructor(client: Client, stage: Stage) {
    this.#client = client;
    this.#stage = stage;
  }

  /** Starts the program that an `mcpServers` entry names, as a host does. */
  static async start(entry: MadeKey['entry'], stage: Stage): Promise<Agent> {
    const { command, args, env } = entry.mcpServers.postrider;
    const client = new Client(
      { name: 'postrider-demo', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } } },
    );
    const agent = new Agent(client, stage);
    client.setRequestHandler('elicitation/create', ({ params }) => {
      agent.questions += 1;
      stage.question(params.message, 'Yes, publish. (answered by the demo)');
      return { action: 'accept' as const, content: { confirm: true } };
    });
    await client.connect(new StdioClientTransport({ command, args, env }));
    return agent;
  }

  async toolNames(): Promise<readonly string[]> {
    const { tools } = await this.#client.listTools();
    return tools.map(({ name }) => name);
  }

  /** @param good whether an answer is as expected; others are shown as something to fix */
  async call(
    name: string,
    args: Record<string, unknown>,
    good: (answer: ToolAnswer) => boolean,
  ): Promise<ToolAnswer> {
    this.#stage.call(name, args);
    const { content, structuredContent, isError } = Answer.parse(
      await this.#client.callTool({ name, arguments: args }),
    );
    const answer = { structured: structuredContent, isError };
    this.#stage.answer(content.map(({ text }) => text).join('\n'), good(answer) ? 'good' : 'bad');
    return answer;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
