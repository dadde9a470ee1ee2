import type { Tool } from '@modelcontextprotocol/server';
import type { Field, Fields, ToolDefinition } from './tool-definition.js';

/** The JSON Schema subset that every host and model provider takes: see {@link inputSchemaOf}. */
type ListedSchema = {
  type: 'object';
  properties: Record<string, ListedField>;
  required?: string[];
};

type ListedField = {
  type: Field['type'];
  description?: string;
  enum?: string[];
  items?: ListedField;
  properties?: Record<string, ListedField>;
  required?: string[];
};

/**
 * The schema of a tool's arguments as hosts see it. It is an object at the root with `properties` even when
 * empty, and uses nothing that a provider is known to refuse or to drop: no unions, references, patterns,
 * constants, type lists or bounds; those are enforced when the arguments are read, and said in descriptions.
 */
function inputSchemaOf(fields: Fields): ListedSchema {
  const required = requiredNames(fields);
  return {
    type: 'object',
    properties: listedFieldsOf(fields),
    ...(required.length === 0 ? {} : { required }),
  };
}

function listedFieldsOf(fields: Fields): Record<string, ListedField> {
  const shown = Object.entries(fields).filter(([, field]) => !field.hidden);
  return Object.fromEntries(shown.map(([name, field]) => [name, listedField(field)]));
}

function listedField(field: Field): ListedField {
  const published: ListedField = { type: field.type };
  if (field.description !== undefined) published.description = field.description;
  switch (field.type) {
    case 'string':
      if (field.values && !field.valuesListedElsewhere) published.enum = [...field.values];
      return published;
    case 'array':
      published.items = listedField(field.items);
      return published;
    case 'object': {
      const shown = field.listOnly;
      const fields = shown
        ? Object.fromEntries(Object.entries(field.fields).filter(([name]) => shown.includes(name)))
        : field.fields;
      const required = requiredNames(fields);
      published.properties = listedFieldsOf(field.listBriefly ? named(fields) : fields);
      if (required.length > 0) published.required = required;
      return published;
    }
    case 'integer':
    case 'boolean':
      return published;
  }
}

/** The fields without what another tool says about them. */
function named(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { description: _, ...field }]) => [
      name,
      field.type === 'string' ? { ...field, valuesListedElsewhere: true } : field,
    ]),
  );
}

function requiredNames(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.required)
    .map(([name]) => name);
}

/**
 * A tool as tools/list returns it: with the three hints that directories require of every tool (ChatGPT apps:
 * readOnlyHint, destructiveHint, openWorldHint). No host acts on `idempotentHint`, and repeated calls are safe anyway.
 */
export function listedTool({ name, title, description, input, readOnly, hints }: ToolDefinition): Tool {
  const { destructiveHint, openWorldHint } = hints;
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(input),
    annotations: { readOnlyHint: readOnly, destructiveHint, openWorldHint },
  };
}
