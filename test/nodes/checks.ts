import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { installTarball, type OtherNode, ROOT } from './packages.js';

/** The result of one check. */
export interface Check {
  readonly name: string;
  /** Why it failed; null if it passed. */
  readonly fault: string | null;
}

const PATIENCE_MS = 60_000;

/** Runs all checks on one version of Node, even after a failure. */
export async function checksOf(node: OtherNode, tarball: string, folder: string): Promise<Check[]> {
  const whole = join(folder, 'whole');
  const bare = join(folder, 'bare');
  let program = '';
  let bareProgram = '';
  const checks: Check[] = [];
  const check = async (name: string, run: () => Promise<void> | void): Promise<void> => {
    try {
      await run();
      checks.push({ name, fault: null });
    } catch (error) {
      checks.push({ name, fault: error instanceof Error ? error.message.slice(0, 400) : String(error) });
    }
  };
  await check('installs without a compiler', () => {
    program = installTarball(tarball, whole, node, 'with');
  });
  await check('serves and publishes over stdio', () => publishes(node, program, whole));
  await check('`npm start`', () => {
    const args = ['--import', 'tsx', 'scripts/play.ts', '--once'];
    execFileSync(node.path, args, { cwd: ROOT, env: environment(node, whole), timeout: PATIENCE_MS });
  });
  await check('installs without optional parts', () => {
    bareProgram = installTarball(tarball, bare, node, 'without');
  });
  await check('lists its tools without them', () => listsTools(node, bareProgram, bare));
  await check('says which part serving lacks', () => saysWhatIsMissing(node, bareProgram, bare));
  return checks;
}

function environment(node: OtherNode, home: string): Record<string, string> {
  return { ...node.env, HOME: home, PATH: `${node.env['PATH']}` };
}

async function publishes(node: OtherNode, program: string, folder: string): Promise<void> {
  const data = join(folder, 'data');
  const env = environment(node, folder);
  const backend = spawn(node.path, [program, 'serve', '--port', '0', '--data', data, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  try {
    const url = await addressOf(backend);
    const made = ['keys', 'create', '--label', 'nodes', '--preset', 'full', '--data', data, '--quiet'];
    const key = execFileSync(node.path, [program, ...made], { env, encoding: 'utf8' }).trim();
    const client = await connected(node, program, {
      ...env,
      POSTRIDER_API_KEY: key,
      POSTRIDER_BASE_URL: url,
    });
    try {
      const post = { platform: 'mastodon', text: 'On another Node', scheduleMode: 'now' };
      const created = await client.callTool({ name: 'postrider_create_post', arguments: post });
      const id = Object(created.structuredContent)['id'];
      const got = await client.callTool({
        name: 'postrider_get_post',
        arguments: { id, waitSeconds: 20 },
      });
      const status = Object(got.structuredContent)['status'];
      if (status !== 'published') throw new Error(`the post is ${status}`);
    } finally {
      await client.close();
    }
  } finally {
    const ended = once(backend, 'exit');
    backend.kill('SIGTERM');
    await ended;
  }
}

function addressOf(backend: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    backend.once('exit', (code) => reject(new Error(`the backend ended with ${code}`)));
    backend.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line).url));
  });
}

async function connected(node: OtherNode, program: string, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'nodes', version: '1' });
  const args = [program, 'mcp', '--confirm', 'never'];
  await client.connect(new StdioClientTransport({ command: node.path, args, env }));
  return client;
}

async function listsTools(node: OtherNode, program: string, folder: string): Promise<void> {
  const client = await connected(node, program, {
    ...environment(node, folder),
    POSTRIDER_API_KEY: 'postrider_api_none',
  });
  const { tools } = await client.listTools();
  await client.close();
  if (tools.length === 0) throw new Error('there are no tools');
}

/** Without the native binary of the embedded database, the program says so and how to install it. */
function saysWhatIsMissing(node: OtherNode, program: string, folder: string): void {
  try {
    const args = [program, 'serve', '--port', '0', '--data', join(folder, 'data')];
    execFileSync(node.path, args, { env: environment(node, folder), stdio: 'pipe', timeout: PATIENCE_MS });
  } catch (error) {
    const said = String(Object(error)['stderr']);
    if (/libsql/.test(said) && /npm install/.test(said)) return;
    throw new Error(`unexpected output: ${said.slice(0, 300)}`);
  }
  throw new Error('it served without its database');
}
