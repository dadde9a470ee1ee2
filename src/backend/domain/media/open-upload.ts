import { RequestRefused } from '../../operations/refusal.js';
import type { ReceivedFile, Reception } from './reception.js';
import { steadyBytes } from './steady-bytes.js';

/** One request that is sending bytes to an upload. */
interface Sender {
  /** Ends it, because another one goes on in its place. */
  end(): void;
  readonly ended: Promise<void>;
}

/** Where an upload is received. */
export interface UploadWays {
  /** What an ended process has left of it; null where it has left nothing. */
  goOn(): Promise<Reception | null>;
  /** A place to receive it from its first byte on, once that comes. */
  begin(): Promise<Reception>;
}

/** A file that comes in by one or several requests, one after the other. */
export class OpenUpload {
  readonly #bytes: number;
  readonly #idleMs: number;
  readonly #ways: UploadWays;
  /** Looks once at what an ended process has left. */
  #takenUp: Promise<void> | null = null;
  #reception: Reception | null = null;
  #sender: Sender | null = null;
  /** Nothing more comes: the file is kept, or was refused. */
  ended = false;

  /**
   * @param bytes how many the file has, as announced
   */
  constructor(bytes: number, idleMs: number, ways: UploadWays) {
    this.#bytes = bytes;
    this.#idleMs = idleMs;
    this.#ways = ways;
  }

  /** Takes up what an ended process has left of it. To be waited for before its length is read. */
  takeUp(): Promise<void> {
    this.#takenUp ??= this.#ways.goOn().then((reception) => {
      this.#reception = reception;
    });
    return this.#takenUp;
  }

  /** Whether what has come is still this process's. */
  async isOurs(): Promise<boolean> {
    return this.#reception === null || this.#sender !== null || this.#reception.isOurs();
  }

  get length(): number {
    return this.#reception?.length ?? 0;
  }

  get receiving(): boolean {
    return this.#sender !== null;
  }

  /** @see Uploads.append */
  async append(
    offset: number,
    announced: number | null,
    bytes: AsyncIterable<Uint8Array>,
    done: (file: ReceivedFile) => Promise<void>,
  ): Promise<boolean> {
    // A sender whose connection broke may be thought alive here for a while: whoever comes now is.
    while (this.#sender) {
      this.#sender.end();
      await this.#sender.ended;
    }
    if (this.ended) throw endedMeanwhile();
    this.#checkPlace(offset, announced);
    const turn = this.#takeTurn();
    try {
      this.#reception ??= await this.#ways.begin();
      await this.#receive(this.#reception, bytes, turn.signal);
      if (this.length < this.#bytes) {
        await this.#note(this.#reception);
        return false;
      }
      await this.#complete(this.#reception, done);
      return true;
    } finally {
      turn.pass();
    }
  }

  /** Ends it, and leaves nothing of it. */
  async discard(): Promise<void> {
    await this.#stop();
    await this.#reception?.discard();
  }

  /** Ends it, and leaves what has come to another process. */
  async leave(): Promise<void> {
    await this.#stop();
    await this.#reception?.leave();
  }

  async #stop(): Promise<void> {
    this.ended = true;
    // Whoever asked for it hears why it failed.
    await this.#takenUp?.catch(() => undefined);
    this.#sender?.end();
    await this.#sender?.ended;
  }

  #checkPlace(offset: number, announced: number | null): void {
    if (offset !== this.length) {
      throw new RequestRefused(
        'upload_offset_conflict',
        `${this.length} of ${this.#bytes} bytes have come, and these begin at ${offset}. Go on at offset ${this.length}.`,
        { uploadOffset: this.length },
      );
    }
    if (announced !== null && offset + announced > this.#bytes) throw tooMany(this.#bytes);
  }

  /** What was received stays where the connection breaks; a file that is refused leaves nothing. */
  async #receive(reception: Reception, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    try {
      for await (const chunk of steadyBytes(bytes, this.#idleMs, signal)) {
        if (reception.length + chunk.length > this.#bytes) throw tooMany(this.#bytes);
        await reception.write(chunk);
      }
    } catch (error) {
      if (!(error instanceof RequestRefused && error.code === 'upload_stalled')) await this.#end(reception);
      else await this.#note(reception);
      throw error;
    }
  }

  async #note(reception: Reception): Promise<void> {
    try {
      await reception.note();
    } catch (error) {
      await this.#end(reception);
      throw error;
    }
  }

  async #complete(reception: Reception, done: (file: ReceivedFile) => Promise<void>): Promise<void> {
    try {
      await done(await reception.finish());
    } finally {
      await this.#end(reception);
    }
  }

  async #end(reception: Reception): Promise<void> {
    this.ended = true;
    this.#reception = null;
    await reception.discard();
  }

  #takeTurn(): { readonly signal: AbortSignal; pass(): void } {
    const stop = new AbortController();
    let gone: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      gone = resolve;
    });
    this.#sender = { end: () => stop.abort(replaced()), ended };
    return {
      signal: stop.signal,
      pass: () => {
        this.#sender = null;
        gone();
      },
    };
  }
}

function replaced(): RequestRefused {
  return new RequestRefused(
    'upload_stalled',
    'Another request has taken this upload up. What came before it is kept.',
  );
}

function endedMeanwhile(): RequestRefused {
  return new RequestRefused(
    'upload_offset_conflict',
    'Another request has ended this upload meanwhile. Read how far it is at the same address.',
    { uploadOffset: 0 },
  );
}

function tooMany(bytes: number): RequestRefused {
  return new RequestRefused(
    'upload_length_mismatch',
    `This address was made for a file of ${bytes} bytes, and more were sent. Ask for a new address with the right size.`,
  );
}
