import { isRecord } from '../../base/is-record.js';
import type { JsonObject } from '../../base/json.js';

/** Checks the shape of a value. */
export type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === 'string';
const truth: Shape = (value) => typeof value === 'boolean';
const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const recordOf =
  (shape: Shape): Shape =>
  (value) =>
    isRecord(value) && Object.values(value).every(shape);

/** A record with these members. Others are ignored: the protocol allows hosts to add their own. */
const having =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isRecord(value) && Object.entries(members).every(([name, shape]) => shape(value[name]));

/** A record with these members and no others. */
const only =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    having(members)(value) && Object.keys(value as JsonObject).every((name) => Object.hasOwn(members, name));

const some = optional(isRecord);

/** The client info that the protocol defines. */
const CLIENT: Shape = having({
  name: text,
  version: text,
  title: optional(text),
  websiteUrl: optional(text),
  description: optional(text),
  icons: optional(
    listOf(
      having({
        src: text,
        mimeType: optional(text),
        sizes: optional(listOf(text)),
        theme: optional((value) => value === 'light' || value === 'dark'),
      }),
    ),
  ),
});

/** The client's capabilities. */
const CAPABILITIES: Shape = having({
  experimental: optional(recordOf(isRecord)),
  extensions: optional(recordOf(isRecord)),
  sampling: optional(having({ context: some, tools: some })),
  elicitation: optional(having({ form: optional(having({ applyDefaults: optional(truth) })), url: some })),
  roots: optional(having({ listChanged: optional(truth) })),
  tasks: optional(
    having({
      list: some,
      cancel: some,
      requests: optional(
        having({
          sampling: optional(having({ createMessage: some })),
          elicitation: optional(having({ create: some })),
        }),
      ),
    }),
  ),
});

/** A request id or a progress token. */
export const identifier: Shape = (value) => typeof value === 'string' || Number.isSafeInteger(value);

/** Params of a request without arguments. */
export const PLAIN: Shape = optional(
  only({ _meta: optional(only({ progressToken: optional(identifier) })) }),
);

/** Params of a notification without content. */
export const EMPTY: Shape = optional(only({}));

/** Params of `initialize`. */
export const HANDSHAKE: Shape = only({
  protocolVersion: text,
  capabilities: CAPABILITIES,
  clientInfo: CLIENT,
  _meta: optional(only({ progressToken: optional(identifier) })),
});

/** Params of a request with an envelope, whose keys are given. */
export function enveloped(names: {
  readonly version: string;
  readonly client: string;
  readonly capabilities: string;
}): Shape {
  return only({
    _meta: only({
      [names.version]: text,
      [names.client]: optional(CLIENT),
      [names.capabilities]: CAPABILITIES,
      progressToken: optional(identifier),
    }),
  });
}
