import type { Platform } from '../../../contract/platforms.js';
import { isObject, type JsonObject, textAt } from '../json-answer.js';
import type { ErrorRow } from '../read-refusal.js';
import { json } from '../simulation/answers.js';
import { digits } from '../simulation/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../simulation/network-server.js';
import { publishNew } from '../simulation/publish-new.js';
import type { NetworkSimulator, SimulatedPost, SimulatorContext } from '../simulator.js';
import type { WireResponse } from '../wire.js';
import type { ContainerApi } from './containers.js';
import { GRAPH_ERRORS, graphAnswer } from './graph-error.js';

/** A container that was not published by then can no longer be. */
const CONTAINER_LIFE_MS = 24 * 60 * 60 * 1000;

const UNKNOWN_OBJECT = { status: 400, code: '100', subcode: '33' };

/** How one network of the two fills the common mechanics. */
interface ContainerNetwork {
  readonly platform: Platform;
  readonly api: ContainerApi;
  /** First digits of ids here: containers and posts look alike. */
  readonly idPrefix: string;
  /** Publishing a container that is not there, or too old. */
  readonly containerGone: ErrorRow;
  /** What is wrong with a container that is to be made; null: nothing. */
  readonly breach: (fields: JsonObject) => WireResponse | null;
  readonly pathOf: (call: SimulatedCall, id: string, fields: JsonObject) => string;
}

function newId({ idPrefix }: ContainerNetwork, { random }: SimulatorContext): string {
  return idPrefix + digits(17 - idPrefix.length, random);
}

async function makeContainer(
  network: ContainerNetwork,
  { account, context, fields }: SimulatedCall,
): Promise<WireResponse> {
  const breach = network.breach(fields);
  if (breach) return breach;
  const uploadId = newId(network, context);
  const state = { status: 'FINISHED', fields };
  await context.memory.putUpload({
    uploadId,
    networkUserId: account.networkUserId,
    state,
    createdAt: context.now,
  });
  return json(200, { id: uploadId });
}

async function publish(network: ContainerNetwork, call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const container = await context.memory.uploadById(textOf(fields, 'creation_id'));
  const isOurs = container?.networkUserId === account.networkUserId;
  if (
    !container ||
    !isOurs ||
    container.createdAt < context.now - CONTAINER_LIFE_MS ||
    container.state['status'] !== 'FINISHED'
  ) {
    return graphAnswer(network.containerGone);
  }
  const made = isObject(container.state['fields']) ? container.state['fields'] : {};
  const post = await publishNew(call, () => {
    const id = newId(network, context);
    return {
      networkPostId: id,
      path: network.pathOf(call, id, made),
      text: textOf(made, network.api.fields.text) || textOf(made, 'caption'),
      link: textAt(made, 'link_attachment'),
      mediaIds: [
        textOf(made, 'image_url'),
        textOf(made, 'video_url'),
        ...textOf(made, 'children').split(','),
      ].filter(Boolean),
      rawCall: made,
    };
  });
  await context.memory.putUpload({ ...container, state: { ...container.state, status: 'PUBLISHED' } });
  return json(200, { id: post.networkPostId });
}

function shown({ api }: ContainerNetwork, post: SimulatedPost, { webUrl }: SimulatorContext) {
  return {
    id: post.networkPostId,
    permalink: `${webUrl}${post.path}`,
    timestamp: `${new Date(post.createdAt).toISOString().slice(0, 19)}+0000`,
    [api.fields.text]: post.text,
  };
}

async function readObject(
  network: ContainerNetwork,
  { context, params }: SimulatedCall,
): Promise<WireResponse> {
  const id = params['id'] ?? '';
  const post = await context.memory.postById(id);
  if (post) return json(200, shown(network, post, context));
  const container = await context.memory.uploadById(id);
  if (container) return json(200, { id, [network.api.fields.status]: container.state['status'] });
  const words = `Unsupported get request. Object with ID '${id}' does not exist`;
  return graphAnswer({
    ...UNKNOWN_OBJECT,
    means: 'network_refused',
    words,
    source: 'memory',
    confidence: 'memory',
  });
}

async function list(
  network: ContainerNetwork,
  { context, fields, params }: SimulatedCall,
): Promise<WireResponse> {
  const limit = Number(textOf(fields, 'limit') || '25');
  const offset = Number(textOf(fields, 'after') || '0');
  const since = Number(textOf(fields, 'since') || '0') * 1000;
  const all = await context.memory.postsOf(params['id'] ?? '', since, offset + limit + 1);
  const page = all.slice(offset, offset + limit);
  const end = String(offset + limit);
  const paging = {
    cursors: { before: String(offset), after: end },
    ...(all.length > offset + limit && { next: `after=${end}` }),
  };
  return json(200, { data: page.map((post) => shown(network, post, context)), paging });
}

/** A simulated network on which a post is a container first. */
export function containerServer(network: ContainerNetwork): NetworkSimulator {
  const { version, edges } = network.api;
  return networkServer({
    platform: network.platform,
    unauthorized: (token) => graphAnswer(token === null ? GRAPH_ERRORS.token : GRAPH_ERRORS.tokenExpired),
    notFound: () =>
      json(404, { error: { message: 'Unknown path components', type: 'OAuthException', code: 2500 } }),
    routes: {
      [`POST ${version}/:id/${edges.create}`]: (call) => makeContainer(network, call),
      [`POST ${version}/:id/${edges.publish}`]: (call) => publish(network, call),
      [`GET ${version}/me`]: async ({ account }) =>
        json(200, { id: account.networkUserId, username: account.handle }),
      [`GET ${version}/:id`]: (call) => readObject(network, call),
      [`GET ${version}/:id/${edges.list}`]: (call) => list(network, call),
    },
  });
}
