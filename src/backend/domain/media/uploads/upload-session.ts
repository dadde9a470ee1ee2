import { RequestRefused } from '../../../operations/refusal.js';
import type { FileReceiver, ReceivedFile } from './file-receiver.js';
import { withStallTimeout } from './stall-timeout.js';

/** A request that is sending bytes to the upload. */
interface ActiveSender {
  /** Ends the request, because another one takes over. */
  end(): void;
  readonly ended: Promise<void>;
}

/** Where the file of an upload is received. */
export interface UploadStorage {
  /** What an ended process has received; null if it left nothing. */
  resume(): Promise<FileReceiver | null>;
  /** A new file, created when the first byte arrives. */
  create(): Promise<FileReceiver>;
}

/** An upload whose file arrives in one or several requests, one after the other. */
export class UploadSession {
  readonly #bytes: number;
  readonly #idleMs: number;
  readonly #storage: UploadStorage;
  /** Checks once for what an ended process has received. */
  #resumed: Promise<void> | null = null;
  #receiver: FileReceiver | null = null;
  #sender: ActiveSender | null = null;
  /** The session accepts no more bytes: the file was saved or refused. */
  ended = false;

  /** @param bytes the declared size of the file */
  constructor(bytes: number, idleMs: number, storage: UploadStorage) {
    this.#bytes = bytes;
    this.#idleMs = idleMs;
    this.#storage = storage;
  }

  /** Resumes what an ended process has received. Await it before reading the length. */
  resume(): Promise<void> {
    this.#resumed ??= this.#storage.resume().then((receiver) => {
      this.#receiver = receiver;
    });
    return this.#resumed;
  }

  /** Whether the received bytes still belong to this process. */
  async isOwned(): Promise<boolean> {
    return this.#receiver === null || this.#sender !== null || this.#receiver.isOwned();
  }

  get length(): number {
    return this.#receiver?.length ?? 0;
  }

  get receiving(): boolean {
    return this.#sender !== null;
  }

  /** @see UploadSessions.append */
  async append(
    offset: number,
    declaredBytes: number | null,
    bytes: AsyncIterable<Uint8Array>,
    onComplete: (file: ReceivedFile) => Promise<void>,
  ): Promise<boolean> {
    // The previous sender may have disconnected without this process noticing. The newest request wins.
    while (this.#sender) {
      this.#sender.end();
      await this.#sender.ended;
    }
    if (this.ended) throw endedMeanwhile();
    this.#checkRange(offset, declaredBytes);
    const sender = this.#startSender();
    try {
      this.#receiver ??= await this.#storage.create();
      await this.#receive(this.#receiver, bytes, sender.signal);
      if (this.length < this.#bytes) {
        await this.#addCheckpoint(this.#receiver);
        return false;
      }
      await this.#complete(this.#receiver, onComplete);
      return true;
    } finally {
      sender.finish();
    }
  }

  /** Ends the session and removes what was received. */
  async discard(): Promise<void> {
    await this.#stop();
    await this.#receiver?.discard();
  }

  /** Ends the session so that another process can resume it. */
  async release(): Promise<void> {
    await this.#stop();
    await this.#receiver?.release();
  }

  async #stop(): Promise<void> {
    this.ended = true;
    // The caller of `resume` handles its failure.
    await this.#resumed?.catch(() => undefined);
    this.#sender?.end();
    await this.#sender?.ended;
  }

  #checkRange(offset: number, declaredBytes: number | null): void {
    if (offset !== this.length) {
      throw new RequestRefused(
        'upload_offset_conflict',
        `${this.length} of ${this.#bytes} bytes have been received, but the offset of this request is ${offset}. Continue at offset ${this.length}.`,
        { uploadOffset: this.length },
      );
    }
    if (declaredBytes !== null && offset + declaredBytes > this.#bytes) throw tooManyBytes(this.#bytes);
  }

  /** If the connection breaks, the received bytes stay. A refused file is removed. */
  async #receive(
    receiver: FileReceiver,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for await (const chunk of withStallTimeout(bytes, this.#idleMs, signal)) {
        if (receiver.length + chunk.length > this.#bytes) throw tooManyBytes(this.#bytes);
        await receiver.write(chunk);
      }
    } catch (error) {
      if (!(error instanceof RequestRefused && error.code === 'upload_stalled')) await this.#end(receiver);
      else await this.#addCheckpoint(receiver);
      throw error;
    }
  }

  async #addCheckpoint(receiver: FileReceiver): Promise<void> {
    try {
      await receiver.addCheckpoint();
    } catch (error) {
      await this.#end(receiver);
      throw error;
    }
  }

  async #complete(receiver: FileReceiver, onComplete: (file: ReceivedFile) => Promise<void>): Promise<void> {
    try {
      await onComplete(await receiver.finish());
    } finally {
      await this.#end(receiver);
    }
  }

  async #end(receiver: FileReceiver): Promise<void> {
    this.ended = true;
    this.#receiver = null;
    await receiver.discard();
  }

  #startSender(): { readonly signal: AbortSignal; finish(): void } {
    const controller = new AbortController();
    let resolveEnded: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      resolveEnded = resolve;
    });
    this.#sender = { end: () => controller.abort(replaced()), ended };
    return {
      signal: controller.signal,
      finish: () => {
        this.#sender = null;
        resolveEnded();
      },
    };
  }
}

function replaced(): RequestRefused {
  return new RequestRefused(
    'upload_stalled',
    'Another request has taken over this upload. The bytes received so far are kept.',
  );
}

function endedMeanwhile(): RequestRefused {
  return new RequestRefused(
    'upload_offset_conflict',
    'Another request has ended this upload in the meantime. Read its status with GET at the same URL.',
    { uploadOffset: 0 },
  );
}

function tooManyBytes(bytes: number): RequestRefused {
  return new RequestRefused(
    'upload_length_mismatch',
    `This upload URL is for a file of ${bytes} bytes, but more were sent. Request a new URL with the right size.`,
  );
}
