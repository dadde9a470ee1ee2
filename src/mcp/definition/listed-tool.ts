import type { Tool } from '@modelcontextprotocol/server';
import type { Field, Fields, ToolDefinition } from './tool-definition.js';

/** The JSON Schema subset that every host and model provider takes: see {@link publishSchema}. */
export type PublishedSchema = {
  type: 'object';
  properties: Record<string, PublishedField>;
  required?: string[];
};

type PublishedField = {
  type: Field['type'];
  description?: string;
  enum?: string[];
  items?: PublishedField;
  properties?: Record<string, PublishedField>;
  required?: string[];
};

/**
 * The schema of a tool's arguments as hosts see it. It is an object at the root with `properties` even when
 * empty, and uses nothing that a provider is known to refuse or to drop: no unions, references, patterns,
 * constants, type lists or bounds; those are enforced when the arguments are read, and said in descriptions.
 */
export function publishSchema(fields: Fields): PublishedSchema {
  const required = requiredNames(fields);
  return {
    type: 'object',
    properties: publishFields(fields),
    ...(required.length === 0 ? {} : { required }),
  };
}

function publishFields(fields: Fields): Record<string, PublishedField> {
  const shown = Object.entries(fields).filter(([, field]) => !field.unpublished);
  return Object.fromEntries(shown.map(([name, field]) => [name, publishField(field)]));
}

function publishField(field: Field): PublishedField {
  const published: PublishedField = { type: field.type };
  if (field.description !== undefined) published.description = field.description;
  switch (field.type) {
    case 'string':
      if (field.values && !field.valuesShownElsewhere) published.enum = [...field.values];
      return published;
    case 'array':
      published.items = publishField(field.items);
      return published;
    case 'object': {
      const shown = field.publishOnly;
      const fields = shown
        ? Object.fromEntries(Object.entries(field.fields).filter(([name]) => shown.includes(name)))
        : field.fields;
      const required = requiredNames(fields);
      published.properties = publishFields(fields);
      if (required.length > 0) published.required = required;
      return published;
    }
    case 'integer':
    case 'boolean':
      return published;
  }
}

function requiredNames(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.required)
    .map(([name]) => name);
}

/** A tool as hosts see it. */
export function publishTool({ name, title, description, input, readOnly, hints }: ToolDefinition): Tool {
  return {
    name,
    title,
    description,
    inputSchema: publishSchema(input),
    annotations: { readOnlyHint: readOnly, ...hints },
  };
}
