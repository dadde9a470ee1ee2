import { isRecord } from '../../src/base/is-record.js';
import type { JsonObject } from '../../src/base/json.js';
import type { Draw } from './draw.js';

/** Values of each kind that are remembered. */
const MAX_REMEMBERED = 60;

const ID = /^([a-z]+)_[0-9a-z]{26}$/;
const SLOT = /^slot_[0-9a-z]{26}_\d{8}_\d+$/;
const SNAPSHOT = /^snap_\d+$/;
const UPLOAD_URL = /\/v1\/media\/uploads\/([^/?]+)$/;

/** Ids and other values from the answers so far, for later requests. */
export class Pool {
  readonly #values = new Map<string, Set<string>>();
  /** The objects with an id, as last seen. */
  readonly #objects = new Map<string, JsonObject>();

  /** Remembers what an answer names. */
  harvest(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#harvestText(value, name);
    if (Array.isArray(value)) {
      for (const item of value) this.harvest(item, name);
      return;
    }
    if (!isRecord(value)) return;
    const { id } = value;
    if (typeof id === 'string') this.#objects.set(id, { ...this.#objects.get(id), ...value });
    if (typeof value['uploadUrl'] === 'string') this.#harvestUpload(value['uploadUrl'], value);
    for (const [key, inner] of Object.entries(value)) this.harvest(inner, key);
  }

  add(kind: string, value: string): void {
    const values = this.#values.get(kind) ?? new Set();
    values.delete(value);
    values.add(value);
    const [oldest] = values;
    if (values.size > MAX_REMEMBERED && oldest !== undefined) values.delete(oldest);
    this.#values.set(kind, values);
  }

  forget(id: string): void {
    for (const values of this.#values.values()) values.delete(id);
    this.#objects.delete(id);
  }

  /** A value of a kind, such as a prefix of ids; often a recent one. */
  any(kind: string, draw: Draw): string | undefined {
    const values = [...(this.#values.get(kind) ?? [])];
    return draw.pickAny(draw.chance(0.5) ? values.slice(-4) : values);
  }

  newest(kind: string): string | undefined {
    return [...(this.#values.get(kind) ?? [])].at(-1);
  }

  /** An object whose id has the prefix and for which the test holds. */
  one(prefix: string, draw: Draw, test: (object: JsonObject) => boolean): JsonObject | undefined {
    const all = [...(this.#values.get(prefix) ?? [])].map((id) => this.#objects.get(id));
    return draw.pickAny(all.filter((object) => object !== undefined).filter(test));
  }

  object(id: string): JsonObject | undefined {
    return this.#objects.get(id);
  }

  #harvestText(text: string, name: string): void {
    const kind = ID.exec(text)?.[1];
    if (kind !== undefined) this.add(kind, text);
    else if (SLOT.test(text)) this.add('slot', text);
    else if (SNAPSHOT.test(text)) this.add('snap', text);
    else if (name === 'nextCursor' || name === 'cursor' || name === 'position') this.add('cursor', text);
  }

  #harvestUpload(url: string, ticket: JsonObject): void {
    const [, token] = UPLOAD_URL.exec(url) ?? [];
    if (token === undefined) return;
    this.add('token', token);
    this.#objects.set(token, ticket);
  }
}
