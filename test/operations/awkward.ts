import { isRecord } from '../../src/base/is-record.js';
import type { Draw } from './draw.js';
import type { Parts } from './recipes.js';
import { awkwardIn, extraMember } from './samples.js';

/** Characters in a URL: a longer one reaches no operation. */
const MAX_URL_TEXT = 1000;

/** A place in a JSON value that can be changed. */
interface Place {
  readonly path: string;
  change(draw: Draw): void;
}

/** The same parts, awkward in one place. */
export function awkwardPlace(parts: Parts, draw: Draw): { readonly parts: Parts; readonly words: string } {
  const changed = structuredClone(parts);
  const { params = {}, query = {} } = changed;
  const places = [
    ...Object.keys(params).map((name) => textPlace(params, 'path', name)),
    ...Object.keys(query).map((name) => textPlace(query, 'query', name)),
    ...(changed.body === undefined ? [] : placesIn(changed.body, 'body')),
    extraParameter(query),
  ];
  const whole = changed.body !== undefined && draw.chance(0.03);
  if (whole) return { parts: { ...changed, body: awkwardIn({}, draw) }, words: 'an awkward body' };
  const place = draw.pickAny(places);
  place?.change(draw);
  return { parts: { ...changed, params, query }, words: `awkward at ${place?.path ?? 'nothing'}` };
}

function textPlace(values: Record<string, string>, part: string, name: string): Place {
  return {
    path: `${part} ${name}`,
    change: (draw) => {
      const value = awkwardIn(/^\d+$/.test(values[name] ?? '') ? 1 : values[name], draw);
      values[name] = String(value).slice(0, MAX_URL_TEXT);
    },
  };
}

const extraParameter = (query: Record<string, string>): Place => ({
  path: 'an extra query parameter',
  change: (draw) => {
    query[draw.pick(['surprise', '__proto__', 'constructor', 'Limit', 'limit[]'])] = 'x';
  },
});

function placesIn(value: unknown, path: string): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      memberPlace(value, String(index), `${path}/${index}`),
      ...placesIn(item, `${path}/${index}`),
    ]);
  }
  if (!isRecord(value)) return [];
  const extra: Place = {
    path: `an extra member in ${path}`,
    change: (draw) => {
      const [name, member] = extraMember(draw);
      Object.defineProperty(value, name, { value: member, enumerable: true, configurable: true });
    },
  };
  const inner = Object.entries(value).flatMap(([name, member]) => [
    memberPlace(value, name, `${path}/${name}`),
    ...placesIn(member, `${path}/${name}`),
  ]);
  return [extra, ...inner];
}

function memberPlace(owner: object, name: string, path: string): Place {
  return {
    path,
    change: (draw) => {
      if (!Array.isArray(owner) && draw.chance(0.1)) Reflect.deleteProperty(owner, name);
      else Reflect.set(owner, name, awkwardIn(Reflect.get(owner, name), draw));
    },
  };
}
