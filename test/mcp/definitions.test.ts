import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../src/contract/platforms.js';
import {
  DeletePostQuery,
  PublishPost,
  ResolvePost,
  RetryPost,
  UpdatePost,
} from '../../src/contract/post-changes.js';
import {
  CreatePost,
  DISCLOSURES,
  Override,
  POST_TYPES,
  PostDraft,
  PRIVACIES,
  PROPOSED_MODES,
  ProposedTime,
  SCHEDULE_MODES,
} from '../../src/contract/post-content.js';
import { POST_STATUSES } from '../../src/contract/post-status.js';
import { PostListQuery, WAIT_MAX_SECONDS } from '../../src/contract/posts.js';
import {
  CreateSchedule,
  DeleteScheduleQuery,
  ScheduleListQuery,
  UpdateSchedule,
} from '../../src/contract/schedules.js';
import { SlotListQuery } from '../../src/contract/slots.js';
import { publishTool } from '../../src/mcp/publish-tool.js';
import { cancelPost } from '../../src/mcp/tools/cancel-post.js';
import { createPost } from '../../src/mcp/tools/create-post.js';
import { createSchedule } from '../../src/mcp/tools/create-schedule.js';
import { deleteSchedule } from '../../src/mcp/tools/delete-schedule.js';
import { getPost } from '../../src/mcp/tools/get-post.js';
import { listPosts } from '../../src/mcp/tools/list-posts.js';
import { listSchedules } from '../../src/mcp/tools/list-schedules.js';
import { listSlots } from '../../src/mcp/tools/list-slots.js';
import { publishPost } from '../../src/mcp/tools/publish-post.js';
import { selectTools, TOOLS } from '../../src/mcp/tools/registry.js';
import { resolvePost } from '../../src/mcp/tools/resolve-post.js';
import { retryPost } from '../../src/mcp/tools/retry-post.js';
import { updatePost } from '../../src/mcp/tools/update-post.js';
import { updateSchedule } from '../../src/mcp/tools/update-schedule.js';
import { validatePost } from '../../src/mcp/tools/validate-post.js';
import { MOST, PROVIDER_RULES, schemasIn } from './provider-rules.js';

/** Of all tools together: what a model can be asked to read before the person has said a word. */
const MOST_BYTES = 18_000;
const MOST_TOKENS = 4_500;

const LONGEST_DESCRIPTION = 300;
const LONGEST_FIELD_DESCRIPTION = 100;

const published = TOOLS.map(publishTool);
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

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

describe('the rules of the providers', () => {
  it.each(PROVIDER_RULES.map((rule) => [rule.rule, rule] as const))('%s', (_name, { broken, example }) => {
    expect(broken(example, true)).toBe(true);
  });
});

describe('all tools together', () => {
  it('stay within their share of what a model can be asked to read', () => {
    const line = (what: string, size: number, cost: number): string =>
      `${what.padEnd(28)} ${String(size).padStart(6)} bytes ${String(cost).padStart(5)} tokens`;
    const table = [
      ...published.map((tool) => line(tool.name, bytes(tool), tokens(tool))),
      line('all', bytes(published), tokens(published)),
      line('at most', MOST_BYTES, MOST_TOKENS),
    ].join('\n');
    console.info(table);
    expect(bytes(published), table).toBeLessThanOrEqual(MOST_BYTES);
    expect(tokens(published), table).toBeLessThanOrEqual(MOST_TOKENS);
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
    expect(names({ readOnly: true, toolsets: ['schedules'] })).toEqual([
      'postrider_list_slots',
      'postrider_list_schedules',
    ]);
  });
});

describe('the definitions agree with the contract', () => {
  /** What a call takes beside what the API does: the object, the act’s name, the consent, the form of the answer. */
  const OWN = ['id', 'idempotencyKey', 'confirmToken', 'response_format'];
  const namesOf = (fields: object): string[] => Object.keys(fields).sort();
  const without = (fields: object, own: readonly string[] = OWN): string[] =>
    namesOf(fields).filter((name) => !own.includes(name));

  it.each<[tool: { name: string; input: object }, contract: { shape: object }]>([
    [createPost, CreatePost],
    [validatePost, PostDraft],
    [publishPost, PublishPost],
    [retryPost, RetryPost],
    [resolvePost, ResolvePost],
    [cancelPost, DeletePostQuery],
    [createSchedule, CreateSchedule],
    [updateSchedule, UpdateSchedule],
    [deleteSchedule, DeleteScheduleQuery],
    [listSlots, SlotListQuery],
    [listSchedules, ScheduleListQuery],
  ])('in the arguments of $0.name', ({ input }, contract) => {
    expect(without(input)).toEqual(namesOf(contract.shape));
  });

  it('in the arguments of an edit, whose accounts are named by their ids alone', () => {
    expect(without(updatePost.input)).toEqual(without(UpdatePost.shape, ['platform', 'platforms']));
  });

  it('in the filters of posts', () => {
    expect(without(listPosts.input, ['response_format'])).toEqual(namesOf(PostListQuery.shape));
  });

  it('in what differs per target, and in a draft’s wish', () => {
    expect(namesOf(createPost.input.overrides.items.fields)).toEqual(namesOf(Override.shape));
    expect(namesOf(createPost.input.proposed.fields)).toEqual(namesOf(ProposedTime.shape));
  });

  it('in the values', () => {
    const { fields } = createPost.input.overrides.items;
    expect(createPost.input.platform.values).toEqual(PLATFORMS);
    expect(createPost.input.scheduleMode.values).toEqual(SCHEDULE_MODES);
    expect(publishPost.input.scheduleMode.values).toEqual(PROPOSED_MODES);
    expect(fields.privacy.values).toEqual(PRIVACIES);
    expect(fields.disclosure.items.values).toEqual(DISCLOSURES);
    expect(fields.postType.values).toEqual(POST_TYPES);
    expect(getPost.input.waitSeconds.maximum).toBe(WAIT_MAX_SECONDS);
    expect(resolvePost.input.outcome.values).toEqual(ResolvePost.shape.outcome.options);
    expect(listSlots.input.state.values).toEqual(SlotListQuery.shape.state.unwrap().options);
    expect(updateSchedule.input.existing.values).toEqual(UpdateSchedule.shape.existing.unwrap().options);
  });

  it('in what filters posts by status and kind', () => {
    const { status, kind } = listPosts.input;
    expect(PostListQuery.parse({ status: status.items.values.join(',') }).status).toEqual(
      status.items.values,
    );
    expect(status.items.values).toEqual([...POST_STATUSES, 'attention']);
    expect(PostListQuery.parse({ kind: kind.items.values.join(',') }).kind).toEqual(kind.items.values);
  });
});
