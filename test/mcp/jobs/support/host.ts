import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { PostriderClient } from '../../../../src/client/client.js';
import { createServer } from '../../../../src/mcp/server/server.js';
import type { Json } from './job.js';

export type Era = '2025' | '2026';

/** A form as a host shows it to a person. */
export interface ShownForm {
  readonly message: string;
  /** The labels of what the person can fill in or tick. */
  readonly fields: readonly string[];
}

export interface HostOptions {
  readonly era: Era;
  /** The person's reply to a form; null for a host that shows no forms. */
  readonly reply: ((form: ShownForm) => 'yes' | 'no') | null;
  /** Calls the backend with the assistant's API key. */
  readonly client: PostriderClient;
  /** The folder whose images and videos may be uploaded. */
  readonly mediaRoot: string;
}

export interface HostAnswer {
  /** What the model reads. */
  readonly text: string;
  readonly structured: Json;
  readonly isError: boolean;
}

/** A host of the tool server in this process, over the protocol. */
export class Host {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect({ era, reply, client, mediaRoot }: HostOptions): Promise<Host> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const settings = {
      openClient: () => Promise.resolve(client),
      confirm: undefined,
      secret: 'secret',
      launch: { command: 'node', args: [] },
      localMedia: { named: [mediaRoot] },
      onUnexpectedError: (error: unknown) => {
        throw error;
      },
    };
    serveStdio((context) => createServer(settings, context), { transport: theirs });
    const host = new Client(
      { name: 'test-host', version: '1.0.0' },
      {
        capabilities: reply === null ? {} : { elicitation: { form: {} } },
        ...(era === '2026' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      },
    );
    if (reply !== null) {
      host.setRequestHandler('elicitation/create', ({ params }) => {
        const { properties } = 'requestedSchema' in params ? params.requestedSchema : { properties: {} };
        const fields = Object.entries(properties);
        const said = reply({
          message: params.message,
          fields: fields.map(([name, field]) => String((field as Json)['title'] ?? name)),
        });
        if (said === 'no') return { action: 'decline' };
        const content = Object.fromEntries(fields.map(([name]) => [name, true]));
        return { action: 'accept', content };
      });
    }
    await host.connect(ours);
    return new Host(host);
  }

  async call(tool: string, args: Json): Promise<HostAnswer> {
    const result = await this.#client.callTool({ name: `postrider_${tool}`, arguments: { ...args } });
    const [first] = result.content;
    return {
      text: first?.type === 'text' ? first.text : '',
      structured: (result.structuredContent ?? {}) as Json,
      isError: result.isError === true,
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
