/**
 * Cuts the operations that Postrider calls out of the networks' own descriptions, without their prose and examples:
 *
 *     node --import tsx test/descriptions/cut.ts <folder>
 *
 * The folder holds the files that `SOURCES` names. A new operation of an adapter needs its line in `CALLED`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../src/base/is-record.js';

type Json = Readonly<Record<string, unknown>>;

/** Where each description is from. Its licence allows to copy it. */
const SOURCES = {
  mastodon: {
    file: 'mastodon.json',
    source: 'github.com/abraham/mastodon-openapi, dist/schema.json, made from the Mastodon documentation',
    version: '4.7.0, commit 89b11e724f5015e232d160749e3b2fd4006e100d of 2026-08-19',
    licence: 'MIT, Copyright (c) 2025 abraham',
  },
  pinterest: {
    file: 'pinterest.json',
    source: 'github.com/pinterest/api-description, v5/openapi.json',
    version: '5.23.0, commit c05b18971472342ebdf4bafc15fea8a91c78bf79 of 2025-12-11',
    licence: 'MIT, Copyright (c) 2021 Pinterest, Inc.',
  },
  bluesky: {
    file: 'lexicons.js',
    source: 'npm @atproto/api, dist/client/lexicons.js: the lexicons of AT Protocol, Bluesky and its chat',
    version: '0.21.0',
    licence: 'MIT, Copyright (c) 2022-2026 Bluesky Social PBC, and contributors',
  },
  youtube: {
    file: 'youtube.v3.json',
    source: 'PyPI google-api-python-client 2.201.0, discovery_cache/documents: YouTube Data API v3',
    version: 'revision 20260924',
    licence: 'Apache-2.0, Copyright Google LLC',
  },
  'youtube-analytics': {
    file: 'youtubeAnalytics.v2.json',
    source: 'PyPI google-api-python-client 2.201.0, discovery_cache/documents: YouTube Analytics API v2',
    version: 'of the same release',
    licence: 'Apache-2.0, Copyright Google LLC',
  },
} as const;
type Name = keyof typeof SOURCES;

/** The operations that adapters call. */
const CALLED: Readonly<Record<Name, readonly string[]>> = {
  mastodon: [
    'DELETE /api/v1/statuses/{id}',
    'GET /api/v1/accounts/{id}',
    'GET /api/v1/accounts/{id}/statuses',
    'GET /api/v1/accounts/verify_credentials',
    'GET /api/v1/media/{id}',
    'GET /api/v1/notifications',
    'GET /api/v1/statuses',
    'GET /api/v1/statuses/{id}',
    'GET /api/v1/statuses/{id}/context',
    'GET /api/v1/statuses/{id}/source',
    'GET /api/v2/instance',
    'POST /api/v1/statuses',
    'POST /api/v2/media',
  ],
  pinterest: [
    'GET /boards',
    'GET /boards/{board_id}/pins',
    'GET /media/{media_id}',
    'GET /pins/{pin_id}/analytics',
    'GET /user_account',
    'POST /media',
    'POST /oauth/token',
    'POST /pins',
  ],
  bluesky: [
    'app.bsky.actor.getProfile',
    'app.bsky.feed.getPostThread',
    'app.bsky.feed.getPosts',
    'app.bsky.feed.post',
    'app.bsky.feed.postgate',
    'app.bsky.feed.threadgate',
    'app.bsky.notification.listNotifications',
    'app.bsky.video.getJobStatus',
    'app.bsky.video.uploadVideo',
    'chat.bsky.convo.getConvo',
    'chat.bsky.convo.getConvoForMembers',
    'chat.bsky.convo.getMessages',
    'chat.bsky.convo.listConvos',
    'chat.bsky.convo.sendMessage',
    'com.atproto.identity.resolveHandle',
    'com.atproto.repo.deleteRecord',
    'com.atproto.repo.getRecord',
    'com.atproto.repo.putRecord',
    'com.atproto.repo.uploadBlob',
    'com.atproto.server.getServiceAuth',
    'com.atproto.server.getSession',
    'com.atproto.server.refreshSession',
  ],
  youtube: [
    'youtube.channels.list',
    'youtube.commentThreads.insert',
    'youtube.commentThreads.list',
    'youtube.comments.delete',
    'youtube.comments.insert',
    'youtube.comments.list',
    'youtube.comments.setModerationStatus',
    'youtube.thumbnails.set',
    'youtube.videos.insert',
    'youtube.videos.list',
  ],
  'youtube-analytics': ['youtubeAnalytics.reports.query'],
};

/** Keys whose values are for people. A schema may have a property of that name: its value is then an object. */
const PROSE = [
  'description',
  'summary',
  'example',
  'examples',
  'title',
  'externalDocs',
  'links',
  'tags',
  'headers',
];
const EXTENSION = /^x-|^enumDescriptions$|^callbacks$|^security$|^deprecated$/;

function withoutProse(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const isProse = PROSE.includes(key) || EXTENSION.test(key);
      if (isProse && !isNames) return [];
      return [[key, withoutProse(one, key === 'properties' || key === 'schemas' || key === 'parameters')]];
    }),
  );
}

/** The names in all `$ref` of a value, and in the mappings of its discriminators. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isRecord(value)) return [];
  const own = typeof value['$ref'] === 'string' ? [value['$ref']] : [];
  const mapped = isRecord(value['mapping']) ? Object.values(value['mapping']) : [];
  const alternatives = mapped.filter((one) => typeof one === 'string');
  return [...own, ...alternatives, ...Object.values(value).flatMap(refsIn)];
}

/** Everything that can be reached from a value by its references. */
function closure(value: unknown, resolve: (ref: string) => unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const open = refsIn(value);
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (found.has(ref)) continue;
    const target = withoutProse(resolve(ref));
    found.set(ref, target);
    open.push(...refsIn(target));
  }
  return found;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, step) => (isRecord(here) ? here[step] : undefined), value);
}

function cutOpenApi(whole: Json, called: readonly string[]): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of called) {
    const [method = '', path = ''] = operation.split(' ');
    const found = at(whole, ['paths', path, method.toLowerCase()]);
    if (found === undefined) throw new Error(`The description has no ${operation}.`);
    const shared = at(whole, ['paths', path, 'parameters']);
    paths[path] = { ...paths[path], ...(shared !== undefined && { parameters: withoutProse(shared) }) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: withoutProse(found) };
  }
  const components: Record<string, Record<string, unknown>> = {};
  for (const [ref, target] of closure(paths, (one) => at(whole, one.slice(2).split('/')))) {
    const [, kind = '', name = ''] = ref.slice(2).split('/');
    components[kind] = { ...components[kind], [name]: target };
  }
  return { openapi: whole['openapi'], paths, components };
}

function cutDiscovery(whole: Json, called: readonly string[]): Json {
  const methods: Record<string, unknown> = {};
  for (const id of called) {
    const [, resource = '', method = ''] = id.split('.');
    const found = at(whole, ['resources', resource, 'methods', method]);
    if (found === undefined) throw new Error(`The description has no ${id}.`);
    methods[id] = withoutProse(found);
  }
  const schemas = Object.fromEntries(closure(methods, (name) => at(whole, ['schemas', name])));
  return { parameters: withoutProse(whole['parameters'], true), methods, schemas };
}

/** Lexicons refer to each other by name, in a string. */
function cutLexicons(code: string, called: readonly string[]): Json {
  const from = code.indexOf('export const schemaDict = ');
  const to = code.indexOf('export const schemas');
  const all: unknown = new Function(
    `return ${code.slice(from + 'export const schemaDict = '.length, to).replace(/;\s*$/, '')}`,
  )();
  const byId = new Map(
    Object.values(isRecord(all) ? all : {}).flatMap((one) =>
      isRecord(one) ? [[String(one['id']), one]] : [],
    ),
  );
  const wanted = new Map<string, unknown>();
  const open: string[] = called.map((id) => `${id}#main`);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const [id = '', definition = 'main'] = name.replace('lex:', '').split('#');
    const key = `${id}#${definition}`;
    if (wanted.has(key)) continue;
    const found = at(byId.get(id), ['defs', definition]);
    if (found === undefined) throw new Error(`There is no lexicon ${key}.`);
    const plain = withoutProse(found);
    wanted.set(key, plain);
    open.push(...(JSON.stringify(plain).match(/lex:[\w.#-]+/g) ?? []));
  }
  return { definitions: Object.fromEntries([...wanted].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

function main(folder: string): void {
  for (const [name, { file, ...origin }] of Object.entries(SOURCES)) {
    const text = readFileSync(join(folder, file), 'utf8');
    const called = CALLED[name as Name];
    const cut =
      name === 'bluesky'
        ? cutLexicons(text, called)
        : (name.startsWith('youtube') ? cutDiscovery : cutOpenApi)(JSON.parse(text), called);
    const note =
      'Only the operations that Postrider calls, without prose and examples: cut by test/descriptions/cut.ts';
    const written = { origin: { ...origin, note }, ...cut };
    writeFileSync(
      join(import.meta.dirname, '../fixtures/network-descriptions', `${name}.json`),
      `${JSON.stringify(written, null, 1)}\n`,
    );
  }
}

main(process.argv[2] ?? '.');
