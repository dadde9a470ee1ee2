import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  type Conversation,
  type Move,
  readChat,
  readGemini,
  readResponses,
  writeChat,
  writeGemini,
  writeResponses,
} from './model-wires.js';

/** The model's next move, based on tool results. The same results give the same move, because hosts repeat requests. */
export type Script = (heard: Pick<Conversation, 'answers' | 'before'>) => Move;

/** A model that follows scripts, behind an endpoint on this machine. */
export interface ScriptedModel {
  /** The base URL, with `/v1`. */
  readonly url: string;
  /** Errors in a script. Hosts would each show them in their own way. */
  readonly faults: readonly string[];
  close(): void;
}

/** The wire formats between hosts and models, by the end of the path. */
const WIRES = {
  '/chat/completions': { read: readChat, write: writeChat },
  '/responses': { read: readResponses, write: writeResponses },
  ':streamGenerateContent': { read: readGemini, write: writeGemini },
} as const;

/** The reply if a host asks for something besides the conversation, such as its title. */
const ASIDE: Move = { say: 'Channels and posts' };

/**
 * @param scripts by the exact text of the person's request
 */
export async function scriptedModel(scripts: Readonly<Record<string, Script>>): Promise<ScriptedModel> {
  const faults: string[] = [];

  const moveIn = (conversation: Conversation): Move => {
    const { requests, tools } = conversation;
    const asked = Object.keys(scripts).find((request) => requests.at(-1)?.includes(request));
    const script = asked === undefined ? undefined : scripts[asked];
    if (script === undefined || tools.length === 0) return ASIDE;
    const move = script(conversation);
    if ('say' in move) return move;
    // Hosts prefix the tools' names with the server's name.
    const offered = tools.find(({ name }) => name.endsWith(move.tool));
    if (offered === undefined) {
      throw new Error(`the host offers no ${move.tool}, but ${tools.map(({ name }) => name).join(', ')}`);
    }
    return { ...move, tool: offered.name, namespace: offered.namespace };
  };

  const answer = (path: string, body: unknown, response: ServerResponse): void => {
    const wire = Object.entries(WIRES).find(([end]) => path.endsWith(end))?.[1];
    if (wire === undefined) {
      response.writeHead(404).end();
      return;
    }
    let move: Move;
    try {
      move = moveIn(wire.read(body));
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      move = { say: 'Something is wrong with the script.' };
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(wire.write(move).join(''));
  };

  const server = createServer((request, response) => {
    json(request).then(
      (body) => answer((request.url ?? '').replace(/\?.*/, ''), body, response),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    faults,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
