import { isRecord } from '../../base/is-record.js';
import type { JsonObject } from '../../base/json.js';
import {
  answerInitialize,
  answerList,
  answerWith,
  LISTS,
  type ListMethod,
  type MessageId,
  type Prepared,
  type Selection,
} from './prepared.js';
import { EMPTY, enveloped, HANDSHAKE, identifier, PLAIN, type Shape } from './shapes.js';

/** What the real server must replay to reach the state of this connection. */
export interface Transcript {
  /** The line that opened the connection. The server answers it again. */
  readonly firstLine: string | undefined;
  /** Later lines that have no answer. */
  readonly followUps: readonly string[];
}

interface Message {
  readonly method: string;
  readonly id: MessageId | undefined;
  readonly params: unknown;
}

interface Request extends Message {
  readonly id: MessageId;
}

/**
 * The start of a connection, which is the same for every host: initialize, pings and lists. It gives the server's
 * own answers from prepared text. Any line that does not match exactly, in shape or order, is left to the server.
 */
export class Handshake {
  readonly #prepared: Prepared;
  readonly #selection: Selection;
  readonly #enveloped: Shape;
  /** `discovered`: server/discover was answered, but no request has fixed the protocol's era yet. */
  #phase: 'new' | 'legacy' | 'discovered' | 'modern' = 'new';
  #firstLine: string | undefined;
  #followUps: readonly string[] = [];

  constructor(prepared: Prepared, selection: Selection) {
    this.#prepared = prepared;
    this.#selection = selection;
    this.#enveloped = enveloped(prepared.envelope);
  }

  get transcript(): Transcript {
    return { firstLine: this.#firstLine, followUps: this.#followUps };
  }

  /** @returns the answer to a line, empty if it needs none; undefined if the server has to handle it */
  answer(line: string): string | undefined {
    const message = readMessage(line);
    if (message === undefined) return undefined;
    if (message.id === undefined) return this.#acceptInitialized(message, line);
    const known = { ...message, id: message.id };
    return this.#phase === 'legacy'
      ? this.#answerLegacy(known)
      : (this.#initialize(known, line) ?? this.#answerModern(known, line));
  }

  #acceptInitialized({ method, params }: Message, line: string): string | undefined {
    const expected = this.#phase === 'legacy' && this.#followUps.length === 0;
    if (!expected || method !== 'notifications/initialized' || !EMPTY(params)) return undefined;
    this.#followUps = [line];
    return '';
  }

  #initialize({ method, params, id }: Request, line: string): string | undefined {
    if (this.#phase !== 'new' || method !== 'initialize' || !HANDSHAKE(params)) return undefined;
    const { protocolVersion: version } = params as { protocolVersion: string };
    if (!this.#prepared.versions.includes(version)) return undefined;
    this.#phase = 'legacy';
    this.#firstLine = line;
    return answerInitialize(this.#prepared, version, id);
  }

  #answerLegacy({ method, params, id }: Request): string | undefined {
    if (!PLAIN(params)) return undefined;
    if (method === 'ping') return answerWith(this.#prepared.ping, id);
    return isList(method)
      ? answerList(this.#prepared, this.#selection, { era: 'legacy', method, id })
      : undefined;
  }

  #answerModern({ method, params, id }: Request, line: string): string | undefined {
    if (!this.#enveloped(params)) return undefined;
    const { _meta: envelope } = params as { _meta: Readonly<Record<string, string>> };
    if (!this.#prepared.modernVersions.includes(envelope[this.#prepared.envelope.version] ?? ''))
      return undefined;
    if (method === 'server/discover') {
      if (this.#phase === 'new') this.#open('discovered', line);
      return answerWith(this.#prepared.discover, id);
    }
    if (!isList(method)) return undefined;
    if (this.#phase !== 'modern') this.#open('modern', line);
    return answerList(this.#prepared, this.#selection, { era: 'modern', method, id });
  }

  #open(phase: 'discovered' | 'modern', line: string): void {
    this.#phase = phase;
    this.#firstLine = line;
  }
}

const MEMBERS = ['jsonrpc', 'id', 'method', 'params'];

/** Parses a request or a notification; undefined for anything else. */
function readMessage(line: string): Message | undefined {
  const message = parsed(line);
  if (message === undefined || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params } = message;
  if (typeof method !== 'string' || !Object.keys(message).every((name) => MEMBERS.includes(name)))
    return undefined;
  if ('id' in message && !identifier(id)) return undefined;
  return { method, id: id as MessageId | undefined, params };
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isList(method: string): method is ListMethod {
  return Object.hasOwn(LISTS, method);
}
