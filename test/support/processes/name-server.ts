import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;
/** A response to a recursive question, by a server that recurses. */
const RESPONSE_FLAGS = 0x8180;
/** In an answer, the name of the question. */
const SAME_NAME = 0xc00c;
const CLASS_INTERNET = 1;

/** What the server says about a name: nothing at all, that it does not exist, or its addresses. */
type Said =
  | 'silence'
  | 'no such name'
  | { readonly addresses: readonly string[]; readonly ttlSeconds: number };

/** A name server on this machine, which answers as it is told, and nothing for names that it is not told about. */
export class NameServer {
  readonly names = new Map<string, Said>();
  /** The names that it was asked for, one entry for each address family. */
  readonly asked: string[] = [];
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (question, { port, address }) => {
      const name = nameIn(question);
      this.asked.push(name);
      const said = this.names.get(name) ?? 'silence';
      if (said !== 'silence') socket.send(answerTo(question, said), port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** `address:port` */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  stop(): void {
    this.#socket.close();
  }
}

/** The labels of the question, each after its length, up to an empty one. */
function labelsEnd(question: Buffer): number {
  let at = HEADER_BYTES;
  while (question.readUInt8(at) !== 0) at += question.readUInt8(at) + 1;
  return at;
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; at < labelsEnd(question); at += question.readUInt8(at) + 1) {
    labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)));
  }
  return labels.join('.').toLowerCase();
}

function answerTo(question: Buffer, said: Exclude<Said, 'silence'>): Buffer {
  const end = labelsEnd(question) + 5;
  const type = question.readUInt16BE(end - 4);
  const records =
    said === 'no such name'
      ? []
      : said.addresses
          .filter((address) => type === (isIPv4(address) ? TYPE_A : TYPE_AAAA))
          .map((address) => recordOf(address, type, said.ttlSeconds));
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(RESPONSE_FLAGS | (said === 'no such name' ? NAME_ERROR : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...records]);
}

function recordOf(address: string, type: number, ttlSeconds: number): Buffer {
  const bytes = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      );
  const record = Buffer.alloc(12);
  record.writeUInt16BE(SAME_NAME, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(CLASS_INTERNET, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([record, bytes]);
}
