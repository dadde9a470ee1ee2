import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { PostriderClient } from '../../client/client.js';
import type { ResourceContext } from '../resources-and-prompts/request-context.js';
import type { Failure } from '../resources-and-prompts/resources-and-prompts.js';
import { progressTo } from './host-features.js';
import type { ServerSettings } from './settings.js';

/** Handles requests for resources, prompts and completions. The first request loads their code. */
export function handleResourcesAndPrompts(
  server: Server,
  settings: ServerSettings,
  open: () => Promise<PostriderClient>,
): void {
  const contextOf = async (context: ServerContext): Promise<ResourceContext> => ({
    selection: settings,
    client: await open(),
    policy: settings.confirm,
    keyPolicy: settings.keyPolicy,
    secret: settings.secret,
    launch: settings.launch,
    signal: context.mcpReq.signal,
    progress: progressTo(context),
    onUnexpectedError: settings.onUnexpectedError,
  });

  server.setRequestHandler('resources/list', async () => (await load()).listResources(settings));
  server.setRequestHandler('resources/templates/list', async () => (await load()).listTemplates(settings));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const { readResource } = await load();
    const reading = readResource(uri, await contextOf(context));
    settings.onCall?.(reading);
    const read = await reading;
    if (!isFailure(read)) return read;
    if (read.failure === 'not_found') throw new ResourceNotFoundError(uri, read.message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, read.message);
  });
  server.setRequestHandler('prompts/list', async () => (await load()).listPrompts(settings));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = (await load()).getPrompt(params.name, params.arguments ?? {}, settings);
    if (isFailure(prompt)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, prompt.message);
    return prompt;
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const completing = (await load()).complete(params, await contextOf(context));
    settings.onCall?.(completing);
    return completing;
  });
}

const load = () => import('../resources-and-prompts/resources-and-prompts.js');

function isFailure(result: object): result is Failure {
  return 'failure' in result;
}
