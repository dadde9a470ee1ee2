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

/** What a model says next, from what tools answered. The same answers lead to the same move: hosts repeat requests. */
export type Script = (heard: Pick<Conversation, 'answers' | 'before'>) => Move;

/** A model that follows scripts, behind an endpoint on this machine. */
export interface ScriptedModel {
  /** Base address, with `/v1`. */
  readonly url: string;
  /** What went wrong in a script: hosts show such things in ways of their own. */
  readonly faults: readonly string[];
  close(): void;
}

/** The wires that hosts speak to models, by the end of the path. */
const WIRES = {
  '/chat/completions': { read: readChat, write: writeChat },
  '/responses': { read: readResponses, write: writeResponses },
  ':streamGenerateContent': { read: readGemini, write: writeGemini },
} as const;

/** Said where a host asks for something beside the conversation, such as a title for it. */
const ASIDE: Move = { say: 'Channels and posts' };

/**
 * @param scripts by the person's request, word for word
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
    // Hosts put the server's name before the tools' own.
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
