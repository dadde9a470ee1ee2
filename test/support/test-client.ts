import { onTestFinished } from 'vitest';
import { PostriderClient } from '../../src/client/client.js';
import { PostriderError } from '../../src/client/errors.js';
import type { ClientOptions } from '../../src/client/options.js';

/** Made for the tests; it opens nothing. */
export const TEST_KEY = 'postrider_api_4f9k2m7qx8z1w3v5t6r0s9d8_c0ffee';

export interface TestClient {
  readonly client: PostriderClient;
  /** The milliseconds that it slept between attempts. */
  readonly slept: readonly number[];
}

/** A client whose sleeping takes no time, but moves the clock by which it keeps its deadline. */
export function testClient(baseUrl: string, options: ClientOptions = {}): TestClient {
  const slept: number[] = [];
  let shift = 0;
  const client = new PostriderClient({
    apiKey: TEST_KEY,
    baseUrl,
    random: () => 0.5,
    now: () => performance.now() + shift,
    sleep: async (ms) => {
      slept.push(ms);
      shift += ms;
    },
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, slept };
}

/** The error that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<PostriderError> {
  const ending: unknown = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (ending instanceof PostriderError) return ending;
  throw ending;
}
