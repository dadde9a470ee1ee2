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
import {
  EMPTY,
  enveloped,
  HANDSHAKE,
  identifier,
  isRecord,
  type Members,
  PLAIN,
  type Shape,
} from './shapes.js';

/** What a server that joins later has to be told, so that it stands where this connection does. */
export interface Told {
  /** The line that opened the connection. The server will answer it again. */
  readonly opened: string | undefined;
  /** Lines after it that have no answer. */
  readonly after: readonly string[];
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
 * The beginning of a connection, which is the same for every host: the handshake, pings, and the lists of what
 * there is. It answers as the server does, with the server's words, and knows of nothing else: whatever is not
 * exactly what it expects, in shape or in order, is for the server itself.
 */
export class Opening {
  readonly #prepared: Prepared;
  readonly #selection: Selection;
  readonly #enveloped: Shape;
  /** `asked`: what a server can do, and nothing yet that binds to a form of the protocol. */
  #phase: 'new' | 'legacy' | 'asked' | 'modern' = 'new';
  #opened: string | undefined;
  #after: readonly string[] = [];

  constructor(prepared: Prepared, selection: Selection) {
    this.#prepared = prepared;
    this.#selection = selection;
    this.#enveloped = enveloped(prepared.envelope);
  }

  get told(): Told {
    return { opened: this.#opened, after: this.#after };
  }

  /** @returns the answer to a line, empty where it has none; undefined where the server has to read it */
  take(line: string): string | undefined {
    const message = readMessage(line);
    if (message === undefined) return undefined;
    if (message.id === undefined) return this.#takeInitialized(message, line);
    const known = { ...message, id: message.id };
    return this.#phase === 'legacy'
      ? this.#answerLegacy(known)
      : (this.#initialize(known, line) ?? this.#answerModern(known, line));
  }

  #takeInitialized({ method, params }: Message, line: string): string | undefined {
    const expected = this.#phase === 'legacy' && this.#after.length === 0;
    if (!expected || method !== 'notifications/initialized' || !EMPTY(params)) return undefined;
    this.#after = [line];
    return '';
  }

  #initialize({ method, params, id }: Request, line: string): string | undefined {
    if (this.#phase !== 'new' || method !== 'initialize' || !HANDSHAKE(params)) return undefined;
    const { protocolVersion: version } = params as { protocolVersion: string };
    if (!this.#prepared.versions.includes(version)) return undefined;
    this.#phase = 'legacy';
    this.#opened = line;
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
      if (this.#phase === 'new') this.#open('asked', line);
      return answerWith(this.#prepared.discover, id);
    }
    if (!isList(method)) return undefined;
    if (this.#phase !== 'modern') this.#open('modern', line);
    return answerList(this.#prepared, this.#selection, { era: 'modern', method, id });
  }

  #open(phase: 'asked' | 'modern', line: string): void {
    this.#phase = phase;
    this.#opened = line;
  }
}

const MEMBERS = ['jsonrpc', 'id', 'method', 'params'];

/** A request or a notification; undefined for everything else. */
function readMessage(line: string): Message | undefined {
  const message = parsed(line);
  if (message === undefined || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params } = message;
  if (typeof method !== 'string' || !Object.keys(message).every((name) => MEMBERS.includes(name)))
    return undefined;
  if ('id' in message && !identifier(id)) return undefined;
  return { method, id: id as MessageId | undefined, params };
}

function parsed(line: string): Members | undefined {
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
