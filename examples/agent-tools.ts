/**
 * An agent’s session without a model: starts the tool server as an MCP host would, lists the tools, and calls some of
 * them. Run it next to `postrider dev`, with the key in POSTRIDER_API_KEY:
 *
 *     npx tsx examples/agent-tools.ts
 */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { POSTRIDER_API_KEY = '', POSTRIDER_BASE_URL = 'http://127.0.0.1:4747' } = process.env;

const client = new Client({ name: 'agent-tools-example', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../bin/postrider.cjs', import.meta.url))],
    env: { POSTRIDER_API_KEY, POSTRIDER_BASE_URL },
  }),
);

/** Calls a tool and prints the result as a model would read it. */
async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  console.log(`\n→ ${name} ${JSON.stringify(args)}`);
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  for (const part of content) if (part.type === 'text') console.log(part.text);
  // A failed tool explains the error in its text, so that a model can correct the call.
  if (isError) console.log('(the tool returned an error)');
  return structuredContent && typeof structuredContent === 'object' ? { ...structuredContent } : {};
}

const { tools } = await client.listTools();
console.log(`${tools.length} tools: ${tools.map(({ name }) => name).join(', ')}`);

await call('postrider_list_accounts', {});
await call('postrider_validate_post', {
  platforms: ['x', 'bluesky'],
  text: 'We are open on Sunday. '.repeat(15),
});

// Creating a draft needs no confirmation. To publish, a person must confirm in the host; without one, as here, the
// tool returns a preview and explains how to ask.
const draft = await call('postrider_create_post', {
  platforms: ['x', 'bluesky'],
  text: 'We are open on Sunday, from nine to six.',
  scheduleMode: 'draft',
});
await call('postrider_get_post', { id: draft['id'] });

await client.close();
