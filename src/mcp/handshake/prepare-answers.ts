import { PassThrough, Writable } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../base/json.js';
import { TOOLSETS } from '../../contract/service/key-policy.js';
import { serveOver } from '../server/serve-stream.js';
import {
  type AroundId,
  LISTS,
  type ListMethod,
  type Prepared,
  type PreparedItem,
  type Selection,
} from './prepared.js';

/** Placeholder for the request's id. It occurs nowhere else in an answer. */
const ID = '(id)';

const METHODS = Object.keys(LISTS) as ListMethod[];

const request = (method: string, params: JsonObject = {}) => ({ jsonrpc: '2.0', id: ID, method, params });

const initialize = (protocolVersion: string) =>
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'build', version: '1' } });

const modern = (method: string, version: string) =>
  request(method, {
    _meta: {
      [PROTOCOL_VERSION_META_KEY]: version,
      [CLIENT_INFO_META_KEY]: { name: 'build', version: '1' },
      [CLIENT_CAPABILITIES_META_KEY]: {},
    },
  });

/**
 * Asks the server for every answer that is given before it is loaded. Answers are kept byte for byte. If the
 * revisions of an era differ, this fails, and so does the build.
 */
export async function prepareAnswers(): Promise<Prepared> {
  const modernVersions = await supportedModernVersions();
  const oldest = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => !modernVersions.includes(version));
  const [legacyAll, modernAll] = await Promise.all([
    Promise.all(oldest.map((version) => opening(version, {}))),
    Promise.all(modernVersions.map((version) => openingModern(version))),
  ]);
  const legacy = common(legacyAll);
  const items = await shownItems(legacy.lists);
  const newer = common(modernAll);
  return {
    versions: oldest,
    modernVersions,
    envelope: {
      version: PROTOCOL_VERSION_META_KEY,
      client: CLIENT_INFO_META_KEY,
      capabilities: CLIENT_CAPABILITIES_META_KEY,
    },
    initialize: legacy.initialize,
    ping: legacy.ping,
    discover: newer.discover,
    lists: byMethod((method) => ({
      legacy: aroundItems(legacy.lists[method], method),
      modern: aroundItems(newer.lists[method], method),
      items: items[method],
    })),
  };
}

/** The items of each list, and the toolsets they need: found by leaving out one toolset at a time. */
async function shownItems(
  everything: Record<ListMethod, string>,
): Promise<Record<ListMethod, readonly PreparedItem[]>> {
  const version = SUPPORTED_PROTOCOL_VERSIONS[0] ?? '';
  const whole = byMethod((method) => itemsOf(everything[method], method));
  const readOnly = (await opening(version, { readOnly: true })).lists;
  const without = await Promise.all(
    TOOLSETS.map(async (toolset) => {
      const toolsets = TOOLSETS.filter((one) => one !== toolset);
      return { toolset, lists: (await opening(version, { toolsets })).lists };
    }),
  );
  return byMethod((method) =>
    whole[method].map((text) => ({
      toolsets: without
        .filter(({ lists }) => !itemsOf(lists[method], method).includes(text))
        .map(({ toolset }) => toolset),
      readOnly: itemsOf(readOnly[method], method).includes(text),
      text,
    })),
  );
}

/** The server's answers to a host of this revision. */
async function opening(version: string, selection: Selection) {
  const [hello = '', pong = '', ...lists] = await converse(
    [initialize(version), request('ping'), ...METHODS.map((method) => request(method))],
    selection,
  );
  const [before = '', rest = ''] = inTwo(hello, JSON.stringify(version));
  return {
    initialize: [before, ...aroundId(rest)] as const,
    ping: aroundId(pong),
    lists: byMethod((_method, index) => lists[index] ?? ''),
  };
}

async function openingModern(version: string) {
  const [discovered = '', ...lists] = await converse([
    modern('server/discover', version),
    ...METHODS.map((method) => modern(method, version)),
  ]);
  return { discover: aroundId(discovered), lists: byMethod((_method, index) => lists[index] ?? '') };
}

/** The server answers an unknown revision with the supported ones. */
async function supportedModernVersions(): Promise<readonly string[]> {
  const [answer = ''] = await converse([modern('server/discover', 'none')]);
  const { error }: { error: { data: { supported: string[] } } } = JSON.parse(answer);
  return error.data.supported;
}

/** Sends messages to a new server. @returns its answers, one per message */
async function converse(
  messages: readonly JsonObject[],
  selection: Selection = {},
): Promise<readonly string[]> {
  const input = new PassThrough();
  const answers: string[] = [];
  return new Promise((resolve, reject) => {
    const output = new Writable({
      decodeStrings: false,
      write: (line: string, _encoding, done) => {
        answers.push(line);
        done();
        next();
      },
    });
    const settings = {
      ...selection,
      confirm: undefined,
      secret: '',
      launch: { command: '', args: [] },
      openClient: () => Promise.reject(new Error('No list needs a client.')),
    };
    const handle = serveOver(settings, input, output, (error) => {
      // The server also answers with this error.
      if (!(error instanceof UnsupportedProtocolVersionError)) reject(error);
    });
    const next = (): void => {
      const message = messages[answers.length];
      if (message !== undefined) input.write(`${JSON.stringify(message)}\n`);
      else void handle.close().then(() => resolve(answers), reject);
    };
    next();
  });
}

/** The items of a list, as text from the answer. */
function itemsOf(answer: string, method: ListMethod): readonly string[] {
  const { result }: { result: Record<string, readonly unknown[]> } = JSON.parse(answer);
  return (result[LISTS[method]] ?? []).map((item) => JSON.stringify(item));
}

function aroundItems(answer: string, method: ListMethod): readonly [string, string, string] {
  const [before, rest] = inTwo(answer, itemsOf(answer, method).join(','));
  return [before, ...aroundId(rest)];
}

function aroundId(answer: string): AroundId {
  return inTwo(answer, JSON.stringify(ID));
}

function inTwo(text: string, part: string): readonly [string, string] {
  const parts = text.split(part);
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length !== 2)
    throw new Error(
      `The server's answer must contain ${part.slice(0, 100)} exactly once: ${text.slice(0, 200)}`,
    );
  return [before, after];
}

/** The common answers of all revisions of an era. */
function common<Answers>(all: readonly Answers[]): Answers {
  const [first] = all;
  const texts = new Set(all.map((one) => JSON.stringify(one)));
  if (first === undefined || texts.size !== 1)
    throw new Error('The server answers differently to revisions of the same era.');
  return first;
}

function byMethod<Value>(make: (method: ListMethod, index: number) => Value): Record<ListMethod, Value> {
  return Object.fromEntries(METHODS.map((method, index) => [method, make(method, index)])) as Record<
    ListMethod,
    Value
  >;
}
