import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { listedTool } from '../../src/mcp/definition/listed-tool.js';
import { selectTools, TOOLS } from '../../src/mcp/tools/definitions.js';
import { MOST, PROVIDER_RULES, schemasIn } from './provider-rules.js';

/** Of all tools together: what a model may have to read before the person has written anything. */
const MAX_BYTES = 18_000;
const MAX_TOKENS = 4_600;

const MAX_DESCRIPTION_LENGTH = 300;
const MAX_FIELD_DESCRIPTION_LENGTH = 100;

const published = TOOLS.map(listedTool);

/** Arguments that at least one tool describes. */
const DESCRIBED_ELSEWHERE = new Set(
  published.flatMap(({ inputSchema }) =>
    Object.entries(inputSchema.properties ?? {}).flatMap(([argument, schema]) =>
      typeof schema === 'object' && schema !== null && 'description' in schema ? [argument] : [],
    ),
  ),
);

/** Arguments that need no description, or whose tool's description or answers explain them. */
const SAID_BY_NAME = [
  'text',
  'mediaUrls',
  'slotId',
  'label',
  'link',
  'since',
  'state',
  'postId',
  'unanswered',
  'uploadId',
  'altText',
  'ids',
  'private',
  'published',
  'order',
  'window',
  'limit',
  'takeImage',
  'messageId',
  'outcome',
];

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

describe.each(published.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a postrider_ name, a title and a description of reasonable length', () => {
    expect(name).toMatch(/^postrider_[a-z]+_[a-z_]+$/);
    expect(name.length).toBeLessThan(40);
    expect(tool.title?.length).toBeGreaterThan(5);
    expect(tool.description?.length).toBeGreaterThan(50);
    expect(tool.description?.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
    expect(tool.description).not.toMatch(/!|\n/);
  });

  it('has the hints that directories require, and is destructive only if it acts', () => {
    const { readOnlyHint, ...others } = tool.annotations ?? {};
    expect(others).toEqual({ destructiveHint: expect.any(Boolean), openWorldHint: expect.any(Boolean) });
    expect(readOnlyHint).toBeTypeOf('boolean');
    if (readOnlyHint) expect(others.destructiveHint).toBe(false);
  });

  it('publishes a schema that every host and provider accepts', () => {
    const all = [...schemasIn(tool.inputSchema, name)];
    for (const { place, schema } of all) {
      const broken = PROVIDER_RULES.filter(({ broken }) => broken(schema, schema === tool.inputSchema));
      expect(
        broken.map(({ rule }) => rule),
        place,
      ).toEqual([]);
    }
    const choices = all.flatMap(({ schema }) => (schema['enum'] as string[] | undefined) ?? []);
    expect(Math.max(...all.map(({ depth }) => depth))).toBeLessThanOrEqual(MOST.depth);
    expect(all.length).toBeLessThanOrEqual(MOST.properties);
    expect(choices.length).toBeLessThanOrEqual(MOST.choices);
    expect(tool.description?.length).toBeLessThanOrEqual(MOST.description);
  });

  it('describes each argument in one line, where no other tool does or its name says it', () => {
    for (const [argument, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
      const { description } = schema as { description?: string };
      if (description === undefined) {
        expect(DESCRIBED_ELSEWHERE.has(argument) || SAID_BY_NAME.includes(argument), argument).toBe(true);
        continue;
      }
      expect(description, argument).toMatch(/^[^\n!]{2,}$/);
      expect(description.length, argument).toBeLessThanOrEqual(MAX_FIELD_DESCRIPTION_LENGTH);
    }
  });

  it('matches its snapshot', () => {
    expect(tool).toMatchSnapshot();
  });
});

describe('the rules of the model providers', () => {
  it.each(PROVIDER_RULES.map((rule) => [rule.rule, rule] as const))('%s', (_name, { broken, example }) => {
    expect(broken(example, true)).toBe(true);
  });
});

describe('all tools together', () => {
  it('stay within their share of a model’s context', () => {
    const line = (what: string, size: number, cost: number): string =>
      `${what.padEnd(28)} ${String(size).padStart(6)} bytes ${String(cost).padStart(5)} tokens`;
    const table = [
      ...published.map((tool) => line(tool.name, bytes(tool), tokens(tool))),
      line('all', bytes(published), tokens(published)),
      line('at most', MAX_BYTES, MAX_TOKENS),
    ].join('\n');
    console.info(table);
    expect(bytes(published), table).toBeLessThanOrEqual(MAX_BYTES);
    expect(tokens(published), table).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it('have different names', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  it('are filtered in one place, and read-only takes precedence', () => {
    const names = (selection: Parameters<typeof selectTools>[0]): string[] =>
      selectTools(selection).map(({ name }) => name);
    expect(names({ toolsets: ['accounts'] })).toEqual(['postrider_list_accounts']);
    expect(names({ readOnly: true })).not.toContain('postrider_create_post');
    expect(names({ readOnly: true, toolsets: ['posts'] })).toEqual([
      'postrider_list_posts',
      'postrider_get_post',
      'postrider_get_insights',
      'postrider_validate_post',
    ]);
    expect(names({ readOnly: true, toolsets: ['schedules'] })).toEqual([
      'postrider_list_slots',
      'postrider_list_schedules',
    ]);
  });
});
