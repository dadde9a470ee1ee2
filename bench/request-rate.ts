import { Pool } from 'undici';

const REQUESTS = 1_500;
const CONNECTIONS = 32;
const WARM_UP = 300;

export interface RequestInput {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The throughput of a server in requests per second, over 32 connections.
 *
 * @param status the expected status
 * @param request creates the request with a number
 */
export async function rateOf(
  url: string,
  status: number,
  request: (index: number) => RequestInput,
): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const send = async (index: number): Promise<void> => {
    const { statusCode, body } = await pool.request(request(index));
    const text = await body.text();
    if (statusCode !== status) throw new Error(`${statusCode}: ${text}`);
  };
  const run = async (from: number, to: number): Promise<void> => {
    let next = from;
    const worker = async (): Promise<void> => {
      while (next < to) {
        next += 1;
        await send(next);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  };
  await run(0, WARM_UP);
  const begun = performance.now();
  await run(WARM_UP, WARM_UP + REQUESTS);
  const seconds = (performance.now() - begun) / 1000;
  await pool.close();
  return REQUESTS / seconds;
}
