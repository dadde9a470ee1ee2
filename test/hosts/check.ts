import { join } from 'node:path';
import type { Clock } from '../../src/backend/base/clock.js';
import type { TlsSite } from '../support/http/tls-site.js';
import type { BackendUnderTest } from '../support/running-backend.js';

export interface Scene {
  /** The folder with the installed packages. */
  readonly tools: string;
  /** An empty home folder with an empty project in it. */
  readonly home: string;
  readonly url: string;
  readonly key: string;
  readonly test: BackendUnderTest<Clock>;
  /** What the backend finds in the place of all public servers. */
  readonly internet: TlsSite;
}

export interface Check {
  readonly name: string;
  readonly packages: readonly string[];
  /** @returns the result in a few words. @throws if something is wrong */
  readonly run: (scene: Scene) => Promise<string>;
}

export const CONFORMANCE_SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

export const conformanceSuite = ({ tools }: Scene): string =>
  join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

export const binary = ({ tools }: Scene, name: string): string => join(tools, 'node_modules/.bin', name);

/** What the tool that lists accounts answers in a new workspace. */
export const CONNECTED_ACCOUNTS = '10 accounts are connected';
