import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'smol-toml';
import type { ConfirmPolicy } from '../../src/contract/service/key-policy.js';
import {
  answerAtOnce,
  answerDeclined,
  answerWithToken,
  type ExampleRequest,
  exampleRequests,
} from './example-requests.js';
import { type ScriptedModel, scriptedModel } from './scripted-model.js';
import { Stage } from './stage.js';
import { demand, type Ended, LAUNCHER, run } from './workshop.js';

/** A host that runs without a person, with a model that follows scripts. */
export interface ScriptedHost {
  /** Its name in `postrider install`. */
  readonly id: string;
  /** Its settings file, in the home folder. */
  readonly file: string;
  /** The settings with the scripted model added. */
  readonly withModel: (settings: string, modelUrl: string) => string;
  /** The program and its arguments to ask it something, in a new conversation or the last one. */
  readonly command: (words: string, goOn: boolean) => readonly [string, ...string[]];
  readonly env?: (modelUrl: string) => Readonly<Record<string, string>>;
  /** The requests about comments, by the key's confirmation policy. */
  readonly replying: readonly { readonly confirm: ConfirmPolicy; readonly request: ExampleRequest }[];
}

/** Only this machine can be reached: every other connection goes to a port where nobody listens. */
export const NO_WAY_OUT = Object.fromEntries([
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) =>
    [name, name.toLowerCase()].map((one) => [one, 'http://127.0.0.1:9']),
  ),
  ...['NO_PROXY', 'no_proxy'].map((name) => [name, '127.0.0.1,localhost']),
]);

/** Uses chat completions, and shows no forms. */
export const opencode: ScriptedHost = {
  id: 'opencode',
  file: '.config/opencode/opencode.json',
  withModel: (settings, baseURL) =>
    JSON.stringify({
      ...JSON.parse(settings),
      model: 'scripted/scripted',
      share: 'disabled',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL, apiKey: 'none' },
          models: { scripted: { tool_call: true } },
        },
      },
    }),
  command: (words, goOn) => ['opencode', 'run', ...(goOn ? ['--continue'] : []), words],
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
  replying: [{ confirm: 'irreversible', request: answerWithToken }],
};

/** Uses the Gemini API, and shows no forms. */
export const gemini: ScriptedHost = {
  id: 'gemini-cli',
  file: '.gemini/settings.json',
  withModel: (settings) =>
    JSON.stringify({
      ...JSON.parse(settings),
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    }),
  command: (words, goOn) => [
    'gemini',
    // Disables its own question before each tool call, which nobody could answer here.
    ...['--approval-mode', 'yolo'],
    ...['--model', 'gemini-2.5-flash'],
    ...(goOn ? ['--resume', 'latest'] : []),
    ...['--prompt', words],
  ],
  env: (modelUrl) => ({
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_API_KEY: 'none',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  replying: [{ confirm: 'irreversible', request: answerWithToken }],
};

/** Uses the Responses API. It supports forms, but declines each one if it runs unattended. */
export const codex: ScriptedHost = {
  id: 'codex',
  file: '.codex/config.toml',
  withModel(settings, baseUrl) {
    const { mcp_servers: servers, ...rest } = parse(settings);
    const { postrider } = servers as { postrider: object };
    return stringify({
      ...rest,
      model: 'scripted',
      model_provider: 'scripted',
      model_providers: { scripted: { name: 'Scripted', base_url: baseUrl, wire_api: 'responses' } },
      mcp_servers: {
        postrider: {
          ...postrider,
          // Disables its own question before each tool call, which nobody could answer here.
          default_tools_approval_mode: 'approve',
          // On a busy machine it would start without the server.
          required: true,
          startup_timeout_sec: 60,
        },
      },
    });
  },
  command: (words, goOn) => [
    'codex',
    'exec',
    ...(goOn ? ['resume', '--last'] : []),
    '--skip-git-repo-check',
    words,
  ],
  replying: [
    { confirm: 'irreversible', request: answerDeclined },
    { confirm: 'never', request: answerAtOnce },
  ],
};

/** Lets a host carry out every example request. @returns a summary */
export async function carryOut(host: ScriptedHost, tools: string): Promise<string> {
  const done: string[] = [];
  const asked = async (confirm: ConfirmPolicy, requests: (stage: Stage) => readonly ExampleRequest[]) => {
    const stage = await Stage.open();
    const home = mkdtempSync(join(tmpdir(), 'postrider-host-'));
    try {
      for (const request of requests(stage)) {
        await carryOutOne({ host, tools, home, stage, confirm }, request);
        done.push(request.words);
      }
    } finally {
      await stage.close();
      rmSync(home, { recursive: true, force: true });
    }
  };
  for (const { confirm, request } of host.replying) await asked(confirm, () => [request]);
  await asked('irreversible', exampleRequests);
  return `completes ${done.length} requests with a scripted model`;
}

interface HostRun {
  readonly host: ScriptedHost;
  readonly tools: string;
  readonly home: string;
  readonly stage: Stage;
  readonly confirm: ConfirmPolicy;
}

async function carryOutOne(hostRun: HostRun, { words, script, yes, check }: ExampleRequest): Promise<void> {
  const model = await scriptedModel({ [words]: script, ...(yes && { [yes.words]: yes.script }) });
  try {
    await settle(hostRun, model);
    const said = [await ask(hostRun, model, words, false)];
    if (yes !== undefined) said.push(await ask(hostRun, model, yes.words, true));
    if (model.faults.length > 0)
      throw new Error(`${words}: ${model.faults.join('\n')}\n${said.join('\n').slice(-2_000)}`);
    await check(hostRun.stage, said.join('\n'));
  } finally {
    model.close();
  }
}

/** Writes the host's settings: the server's entry with `postrider install`, and the model next to it. */
async function settle({ host, home, stage, confirm }: HostRun, model: ScriptedModel): Promise<void> {
  const file = join(home, host.file);
  rmSync(dirname(file), { recursive: true, force: true });
  mkdirSync(join(home, 'project'), { recursive: true });
  const { test } = stage;
  const env = {
    POSTRIDER_API_KEY: await test.newKey('full', test.workspace, { confirm }),
    POSTRIDER_BASE_URL: test.backend.url,
  };
  demand(await run(process.execPath, [LAUNCHER, 'install', host.id, '--yes'], { cwd: home, env }), host.file);
  writeFileSync(file, host.withModel(readFileSync(file, 'utf8'), model.url));
}

async function ask(
  { host, tools, home }: HostRun,
  model: ScriptedModel,
  words: string,
  goOn: boolean,
): Promise<string> {
  const [program, ...args] = host.command(words, goOn);
  const env = { HOME: home, ...NO_WAY_OUT, ...host.env?.(model.url) };
  const ended: Ended = await run(join(tools, 'node_modules/.bin', program), args, {
    cwd: join(home, 'project'),
    env,
  });
  if (ended.code !== 0) throw new Error(`${words}\n${ended.output.slice(-2_000)}`);
  return ended.output;
}
