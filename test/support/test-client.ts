import { onTestFinished } from 'vitest';
import { PostriderClient } from '../../src/client/client.js';
import { PostriderError } from '../../src/client/errors/errors.js';
import type { ClientOptions } from '../../src/client/options.js';

/** A well-formed key for tests that is not valid anywhere. */
export const TEST_KEY = 'postrider_api_4f9k2m7qx8z1w3v5t6r0s9d8_c0ffee';

export interface TestClient {
  readonly client: PostriderClient;
  /** The delays between attempts, in milliseconds. */
  readonly slept: readonly number[];
}

/** A client whose delays take no real time but advance the clock of its deadline. */
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

/** The error with which a call fails. */
export async function errorOf(call: Promise<unknown>): Promise<PostriderError> {
  const ending: unknown = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (ending instanceof PostriderError) return ending;
  throw ending;
}
