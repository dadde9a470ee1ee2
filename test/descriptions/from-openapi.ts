import { isRecord } from '../../src/base/is-record.js';
import type { Operation } from './operation.js';
import type { Documents, Schema } from './schemas.js';

type Json = Readonly<Record<string, unknown>>;
const recordAt = (value: unknown, name: string): Json => {
  const found = isRecord(value) ? value[name] : undefined;
  return isRecord(found) ? found : {};
};

/**
 * As JSON Schema has it: absolute references, and `nullable` as one more type. `oneOf` becomes `anyOf`: descriptions use
 * it for alternatives that overlap.
 */
function normal(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => normal(one, name));
  if (!isRecord(value)) return value;
  const { nullable, ...others } = value;
  const plain = Object.fromEntries(
    Object.entries(others).map(([key, one]) => [
      key === 'oneOf' ? 'anyOf' : key,
      key === '$ref' && typeof one === 'string' ? `${name}${one}` : normal(one, name),
    ]),
  );
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
}

/** The operations of an OpenAPI description. */
export function fromOpenApi(
  name: string,
  description: Json,
  documents: Documents,
  basePath = '',
): readonly Operation[] {
  const { paths, components } = description;
  const whole = normal({ paths, components }, name);
  const document = isRecord(whole) ? whole : {};
  documents.add(name, { components: document['components'] });
  const resolved = (value: unknown): Json => {
    const ref = isRecord(value) ? value['$ref'] : undefined;
    if (typeof ref !== 'string') return isRecord(value) ? value : {};
    const [, , kind = '', part = ''] = ref.split('/');
    return recordAt(recordAt(document['components'], kind), part);
  };
  /** One of the alternatives that the schema's discriminator names, if it has one. */
  const alternatives = (schema: Schema): Schema => {
    const mapping = recordAt(recordAt(resolved(schema), 'discriminator'), 'mapping');
    const refs = Object.values(mapping).map((ref) => ({ $ref: `${name}${String(ref)}` }));
    return refs.length === 0 ? schema : { anyOf: refs };
  };
  const schemaOf = (content: Json, types: readonly string[]): Schema | undefined => {
    const type = types.find((one) => one in content);
    const schema = type === undefined ? undefined : recordAt(content, type)['schema'];
    return isRecord(schema) ? alternatives(schema) : undefined;
  };
  return Object.entries(recordAt(document, 'paths')).flatMap(([path, methods]) => {
    const { parameters: shared = [], ...own } = isRecord(methods) ? methods : {};
    return Object.entries(own).map(([method, operation]): Operation => {
      const listed = [shared, isRecord(operation) ? (operation['parameters'] ?? []) : []]
        .flat()
        .map(resolved);
      const query = listed.filter((one) => one['in'] === 'query');
      const content = recordAt(resolved(recordAt(operation, 'requestBody')), 'content');
      const json = schemaOf(content, ['application/json']);
      const form = schemaOf(content, ['multipart/form-data', 'application/x-www-form-urlencoded']);
      const answers = Object.entries(recordAt(operation, 'responses')).map(([status, answer]) => [
        status,
        schemaOf(recordAt(resolved(answer), 'content'), ['application/json']) ?? null,
      ]);
      return {
        method: method.toUpperCase(),
        path: `${basePath}${path}`,
        query: Object.fromEntries(
          query.map((one) => [
            String(one['name']),
            {
              schema: recordAt(one, 'schema'),
              isRequired: one['required'] === true,
              isCommaList: one['explode'] === false,
            },
          ]),
        ),
        body: { ...(json && { json }), ...(form && { form }) },
        answers: Object.fromEntries(answers),
      };
    });
  });
}
