import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../src/contract/platforms.js';
import {
  CreatePost,
  DISCLOSURES,
  Override,
  POST_TYPES,
  PostDraft,
  PRIVACIES,
  SCHEDULE_MODES,
} from '../../src/contract/post-content.js';
import { PostListQuery, WAIT_MAX_SECONDS } from '../../src/contract/posts.js';
import { publishTool } from '../../src/mcp/publish-tool.js';
import { selectTools, TOOLS } from '../../src/mcp/tools/registry.js';

/** Of all tools together, when all are there: 18 KB and 4,500 tokens for 23. These five hold the largest. */
const MOST_BYTES = 6_800;
const MOST_TOKENS = 1_600;

const LONGEST_DESCRIPTION = 300;
const LONGEST_FIELD_DESCRIPTION = 100;

const published = TOOLS.map(publishTool);
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

type Json = Readonly<Record<string, unknown>>;

/** Every schema in a schema, with its place. */
function* schemasIn(schema: Json, place: string): Generator<[place: string, schema: Json]> {
  yield [place, schema];
  for (const [name, inner] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    yield* schemasIn(inner, `${place}.${name}`);
  }
  if (schema['items'] !== undefined) yield* schemasIn(schema['items'] as Json, `${place}[]`);
}

const KEYWORDS = ['type', 'description', 'enum', 'items', 'properties', 'required'];

describe.each(published.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a name of the family, a title and a description of sensible length', () => {
    expect(name).toMatch(/^postrider_[a-z]+_[a-z_]+$/);
    expect(name.length).toBeLessThan(40);
    expect(tool.title?.length).toBeGreaterThan(5);
    expect(tool.description?.length).toBeGreaterThan(50);
    expect(tool.description?.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
    expect(tool.description).not.toMatch(/!|\n/);
  });

  it('has all four hints, and is destructive only where it acts', () => {
    expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    if (tool.annotations?.readOnlyHint) expect(tool.annotations.destructiveHint).toBe(false);
  });

  it('publishes a schema that every host and provider takes', () => {
    expect(tool.inputSchema.type).toBe('object');
    for (const [place, schema] of schemasIn(tool.inputSchema, name)) {
      expect(
        Object.keys(schema).filter((key) => !KEYWORDS.includes(key)),
        place,
      ).toEqual([]);
      expect(typeof schema['type'], place).toBe('string');
      if (schema['type'] === 'array') expect(schema['items'], place).toBeDefined();
      if (schema['type'] === 'object') {
        expect(Object.keys(schema['properties'] ?? {}).length, place).toBeGreaterThan(0);
        expect(Object.keys(schema['properties'] ?? {}), place).toEqual(
          expect.arrayContaining([...((schema['required'] as string[]) ?? [])]),
        );
      }
      if (schema['enum'] !== undefined) expect((schema['enum'] as string[]).length, place).toBeGreaterThan(0);
    }
  });

  it('describes every argument in one line', () => {
    for (const [argument, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
      const { description } = schema as { description?: string };
      expect(description, argument).toMatch(/^[^\n!]{2,}$/);
      expect(description?.length, argument).toBeLessThanOrEqual(LONGEST_FIELD_DESCRIPTION);
    }
  });

  it('is published as it was', () => {
    expect(tool).toMatchSnapshot();
  });
});

describe('all tools together', () => {
  it('stay within their share of what a model can be asked to read', () => {
    const table = published.map((tool) => `${tool.name} ${bytes(tool)} bytes ${tokens(tool)} tokens`);
    expect(bytes(published), table.join('\n')).toBeLessThanOrEqual(MOST_BYTES);
    expect(tokens(published), table.join('\n')).toBeLessThanOrEqual(MOST_TOKENS);
  });

  it('have different names', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  it('are filtered in one place, and read-only wins', () => {
    const names = (selection: Parameters<typeof selectTools>[0]): string[] =>
      selectTools(selection).map(({ name }) => name);
    expect(names({ toolsets: ['accounts'] })).toEqual(['postrider_list_accounts']);
    expect(names({ readOnly: true })).not.toContain('postrider_create_post');
    expect(names({ readOnly: true, toolsets: ['posts'] })).toEqual([
      'postrider_list_posts',
      'postrider_get_post',
      'postrider_validate_post',
    ]);
  });
});

describe('the definitions agree with the contract', () => {
  const [, listPosts, getPost, validatePost, createPost] = TOOLS;
  const own = ['idempotencyKey', 'confirmToken', 'response_format'];
  const without = (names: string[]): string[] => names.filter((name) => !own.includes(name)).sort();

  it('in the arguments of a post', () => {
    expect(without(Object.keys(createPost.input))).toEqual(Object.keys(CreatePost.shape).sort());
    expect(without(Object.keys(validatePost.input))).toEqual(Object.keys(PostDraft.shape).sort());
    expect(Object.keys(createPost.input.overrides.items.fields).sort()).toEqual(
      Object.keys(Override.shape).sort(),
    );
  });

  it('in the filters of a list', () => {
    expect(
      Object.keys(listPosts.input)
        .filter((name) => name !== 'response_format')
        .sort(),
    ).toEqual(Object.keys(PostListQuery.shape).sort());
  });

  it('in the values', () => {
    const { fields } = createPost.input.overrides.items;
    expect(createPost.input.platform.values).toEqual(PLATFORMS);
    expect(createPost.input.scheduleMode.values).toEqual(SCHEDULE_MODES);
    expect(fields.privacy.values).toEqual(PRIVACIES);
    expect(fields.disclosure.items.values).toEqual(DISCLOSURES);
    expect(fields.postType.values).toEqual(POST_TYPES);
    expect(getPost.input.waitSeconds.maximum).toBe(WAIT_MAX_SECONDS);
  });
});
