import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines with continuation lines joined, and the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A mail server on loopback without TLS (RFC 5321), which keeps what it receives. */
export class SmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** The answer to a recipient. */
  answersRecipient = '250 OK';
  /** Ends the connection instead of answering to the end of a mail that was received. */
  losesAnswers = false;
  readonly url: string;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<SmtpServer> {
    const sockets = new Set<Socket>();
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const smtp = new SmtpServer(`smtp://127.0.0.1:${port}`, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    server.on('connection', (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
      void smtp.#talk(socket);
    });
    return smtp;
  }

  async #talk(socket: Socket): Promise<void> {
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say('220 loopback ESMTP');
    let from = '';
    let to: string[] = [];
    let data: string[] | null = null;
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (data !== null) {
        if (line !== '.') data.push(line.replace(/^\./, ''));
        else {
          this.mails.push(mailOf(from, to, data));
          data = null;
          if (this.losesAnswers) socket.destroy();
          else say('250 Received');
        }
        continue;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'MAIL') {
        from = line;
        to = [];
        say('250 OK');
      } else if (verb === 'RCPT') {
        to.push(line.replace(/^RCPT TO:<(.*)>.*$/i, '$1'));
        say(this.answersRecipient);
      } else if (verb === 'DATA') {
        data = [];
        say('354 Go on');
      } else if (verb === 'QUIT') socket.end('221 Bye\r\n');
      else say('250 OK');
    }
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function mailOf(from: string, to: readonly string[], lines: readonly string[]): ReceivedMail {
  const end = lines.indexOf('');
  const unfolded = lines
    .slice(0, end)
    .join('\n')
    .replaceAll(/\n[ \t]+/g, ' ');
  const headers = unfolded.split('\n').map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
  });
  return { from, to: [...to], headers: Object.fromEntries(headers), text: lines.slice(end + 1).join('\n') };
}
