import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { TOOLS } from '../../../src/mcp/tools/definitions.js';
import { openSession, SPEAKERS } from '../../support/mcp-session.js';

const REPORT = pathToFileURL(join(import.meta.dirname, '../preload/loaded.mjs')).href;

/** The form of a client's messages is up to the client: none of them may load the server. */
it.each(SPEAKERS)('a client that only lists does not load the server: %s', async (speaker) => {
  const session = await openSession({ speaker, env: { NODE_OPTIONS: `--import=${REPORT}` } });
  expect((await session.list()).map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  await session.client.listPrompts();
  await session.client.listResources();
  await session.client.listResourceTemplates();
  await session.close();
  await expect.poll(session.errors).toBe('loaded: mcp.cjs\n');
});
