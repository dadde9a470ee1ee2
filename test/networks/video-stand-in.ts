import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What Postrider knows as Bluesky’s video service. */
export const VIDEO_SERVICE = 'https://video.bsky.app';

/**
 * Stands in for Bluesky’s video service: stores the file, as it is, at the account’s own server, with the token that the
 * server gave for it.
 */
export class VideoStandIn {
  readonly #server: Server;
  readonly #blobs = new Map<string, unknown>();

  private constructor(pds: string) {
    this.#server = createServer((request, response) => {
      this.#answer(request, pds).then(
        (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  static async before(pds: string): Promise<VideoStandIn> {
    const standIn = new VideoStandIn(pds);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, pds: string): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    if (pathname.endsWith('getJobStatus')) {
      const jobId = searchParams.get('jobId') ?? '';
      return { jobStatus: { jobId, state: 'JOB_STATE_COMPLETED', blob: this.#blobs.get(jobId) } };
    }
    const stored = await fetch(`${pds}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'video/mp4' },
      body: new Uint8Array(await buffer(request)),
    });
    if (!stored.ok) throw new Error(`The server took no video: HTTP ${stored.status} ${await stored.text()}`);
    const { blob } = (await stored.json()) as { blob: unknown };
    const jobId = `job-${this.#blobs.size + 1}`;
    this.#blobs.set(jobId, blob);
    return { jobId, did: searchParams.get('did'), state: 'JOB_STATE_CREATED' };
  }
}
