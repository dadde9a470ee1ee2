import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { isRecord } from '../../src/base/is-record.js';

/** A JSON schema. Its references are absolute: `mastodon#/components/schemas/Status`. */
export type Schema = Readonly<Record<string, unknown>>;

/** The documents to which schemas refer, by name. */
export class Documents {
  readonly #byName = new Map<string, Schema>();
  readonly #strict = new Ajv({ strict: false, allErrors: true, logger: false });
  /** For queries and forms, whose values are all texts. */
  readonly #coercing = new Ajv({ strict: false, allErrors: true, logger: false, coerceTypes: 'array' });
  readonly #compiled = new Map<Schema, ValidateFunction>();
  readonly #compiledForTexts = new Map<Schema, ValidateFunction>();

  constructor() {
    formats.default(this.#strict);
    formats.default(this.#coercing);
  }

  add(name: string, document: Schema): void {
    this.#byName.set(name, document);
    this.#strict.addSchema({ $id: name, ...document });
    this.#coercing.addSchema({ $id: name, ...document });
  }

  /** What is wrong with a value: `/targets/0 must be string`. */
  problems(schema: Schema, value: unknown, isText = false): string[] {
    const compiled = isText ? this.#compiledForTexts : this.#compiled;
    const validate = compiled.get(schema) ?? (isText ? this.#coercing : this.#strict).compile(schema);
    compiled.set(schema, validate);
    if (validate(structuredClone(value))) return [];
    const said = (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      const missing = 'additionalProperty' in params ? ` (${params['additionalProperty']})` : '';
      return `${instancePath} ${message}${missing}`.trim();
    });
    return [...new Set(said)];
  }

  /** The names in a value that its schema does not describe: `/media/media_type`. */
  undescribed(schema: unknown, value: unknown, path = ''): string[] {
    if (Array.isArray(value)) {
      const items = this.#parts(schema).map((part) => part['items']);
      return value.flatMap((one, index) => this.undescribed({ anyOf: items }, one, `${path}/${index}`));
    }
    if (!isRecord(value)) return [];
    const parts = this.#parts(schema);
    const isOpen = parts.some((part) => part['additionalProperties'] === true);
    if (isOpen || !parts.some((part) => isRecord(part['properties']))) return [];
    return Object.entries(value).flatMap(([name, one]) => {
      const described = parts.flatMap((part) => {
        const properties = part['properties'];
        return isRecord(properties) && name in properties ? [properties[name]] : [];
      });
      if (described.length === 0) return name === '$type' ? [] : [`${path}/${name}`];
      return this.undescribed({ anyOf: described }, one, `${path}/${name}`);
    });
  }

  /** A schema, what it refers to, and what it is combined of. */
  #parts(schema: unknown, depth = 0): Schema[] {
    if (!isRecord(schema) || depth > 8) return [];
    const ref = schema['$ref'];
    if (typeof ref === 'string') return this.#parts(this.#resolve(ref), depth + 1);
    const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => schema[name] ?? []);
    return [schema, ...combined.flatMap((one) => this.#parts(one, depth + 1))];
  }

  #resolve(ref: string): unknown {
    const [name = '', pointer = ''] = ref.split('#', 2);
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return steps.reduce<unknown>(
      (here, step) => (isRecord(here) ? here[step] : undefined),
      this.#byName.get(name),
    );
  }
}
