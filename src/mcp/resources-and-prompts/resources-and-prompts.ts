import type {
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../base/is-record.js';
import { PostriderError } from '../../client/errors/errors.js';
import { redact } from '../../client/redact.js';
import { runCall } from '../run-call.js';
import { isListed, selectTools, type ToolSelection } from '../tools/definitions.js';
import { PROMPTS, type PromptDefinition } from './prompts.js';
import type { ResourceContext } from './request-context.js';
import { RESOURCES, type ResourceDefinition } from './resources.js';
import type { Suggest } from './suggestions.js';

/** Why a request for a resource or a prompt failed; the message says what to do. */
export interface Failure {
  readonly failure: 'not_found' | 'refused';
  readonly message: string;
}

/** Characters of an unknown name that an error repeats. */
const MAX_SHOWN_LENGTH = 200;

/** Values per completion: the protocol's limit. */
const MAX_VALUES = 100;

export function listResources(selection: ToolSelection): ListResourcesResult {
  return {
    resources: listedResources(selection).flatMap(({ base, listed, name, description, mimeType }) =>
      listed.map(({ value, title }) => ({
        uri: `${base}${value}`,
        name: value === '' ? name : `${name}-${value}`,
        title,
        description,
        mimeType,
      })),
    ),
  };
}

export function listTemplates(selection: ToolSelection): ListResourceTemplatesResult {
  return {
    resourceTemplates: listedResources(selection).flatMap(
      ({ base, variable, name, title, description, mimeType }) =>
        variable === undefined
          ? []
          : [{ uriTemplate: `${base}{${variable.name}}`, name, title, description, mimeType }],
    ),
  };
}

/** Reads a resource: the answer of its tool, as text. */
export async function readResource(
  uri: string,
  context: ResourceContext,
): Promise<ReadResourceResult | Failure> {
  const found = listedResources(context.selection).find(
    ({ base, variable }) => uri === base || (variable !== undefined && uri.startsWith(base)),
  );
  const behind = found?.behind(decoded(uri.slice(found.base.length)));
  if (found === undefined || behind === undefined) {
    const forms = listedResources(context.selection).map(({ base, variable }) =>
      variable === undefined ? base : `${base}{${variable.name}}`,
    );
    return {
      failure: 'not_found',
      message: redact(
        `Unknown resource ${JSON.stringify(uri.slice(0, MAX_SHOWN_LENGTH))}. Resources: ${forms.join(', ')}.`,
      ),
    };
  }
  const read = 'text' in behind ? { text: behind.text } : await answerOf(found, behind.args, context);
  return 'text' in read ? { contents: [{ uri, mimeType: found.mimeType, text: read.text }] } : read;
}

async function answerOf(
  { tool, reader }: ResourceDefinition,
  args: Readonly<Record<string, unknown>>,
  { client, policy, keyPolicy, secret, launch, signal, progress, onUnexpectedError }: ResourceContext,
): Promise<{ readonly text: string } | Failure> {
  const how = { client, policy, keyPolicy, secret, launch, signal, progress, onUnexpectedError, form: null };
  const call = { tool, reader: reader?.handler, args, ...how };
  // A read-only tool never asks with a form, so this is always a result.
  const result = (await runCall(call)) as CallToolResult;
  const { content, isError } = result;
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (isError !== true) return { text };
  const facts = isRecord(result.structuredContent) ? result.structuredContent : {};
  const missing = String(facts['error']).endsWith('_not_found');
  return { failure: missing ? 'not_found' : 'refused', message: text };
}

export function listPrompts(selection: ToolSelection): ListPromptsResult {
  return {
    prompts: listedPrompts(selection).map(({ name, title, description, arguments: all }) => ({
      name,
      title,
      description,
      arguments: all.map(({ suggest: _ours, required, ...shown }) => ({
        ...shown,
        required: required ?? false,
      })),
    })),
  };
}

export function getPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  selection: ToolSelection,
): GetPromptResult | Failure {
  const all = listedPrompts(selection);
  const prompt = all.find((one) => one.name === name);
  if (prompt === undefined) {
    const known = all.map((one) => one.name).join(', ');
    return {
      failure: 'refused',
      message: redact(
        `Unknown prompt ${JSON.stringify(name.slice(0, MAX_SHOWN_LENGTH))}. Prompts: ${known}.`,
      ),
    };
  }
  const meant = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
  const missing = prompt.arguments.filter((one) => one.required && meant[one.name] === undefined);
  if (missing.length > 0) {
    const needed = missing.map((one) => `${one.name} (${one.description})`).join(', ');
    return { failure: 'refused', message: `The prompt ${name} requires ${needed}.` };
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: redact(prompt.write(meant)) } }],
  };
}

/** Completes an argument while a person types. Empty if the service cannot be reached. */
export async function complete(
  { ref, argument }: CompleteRequest['params'],
  context: ResourceContext,
): Promise<CompleteResult> {
  const suggest =
    ref.type === 'ref/prompt'
      ? listedPrompts(context.selection)
          .find(({ name }) => name === ref.name)
          ?.arguments.find(({ name }) => name === argument.name)?.suggest
      : suggestFor(ref.uri, argument.name, context.selection);
  const values = suggest === undefined ? [] : await suggested(suggest, argument.value, context);
  return {
    completion: {
      values: values.slice(0, MAX_VALUES).map(redact),
      total: values.length,
      hasMore: values.length > MAX_VALUES,
    },
  };
}

function suggestFor(template: string, argument: string, selection: ToolSelection): Suggest | undefined {
  return listedResources(selection).find(
    ({ base, variable }) => variable?.name === argument && template === `${base}{${variable.name}}`,
  )?.variable?.suggest;
}

async function suggested(
  suggest: Suggest,
  typed: string,
  context: ResourceContext,
): Promise<readonly string[]> {
  try {
    return await suggest(typed, context);
  } catch (error) {
    if (!(error instanceof PostriderError)) context.onUnexpectedError?.(error);
    return [];
  }
}

function listedResources(selection: ToolSelection): readonly ResourceDefinition[] {
  const shown = selectTools(selection);
  return RESOURCES.filter(({ tool, reader }) =>
    reader ? isListed(reader, selection) : shown.some(({ name }) => name === tool),
  );
}

function listedPrompts(selection: ToolSelection): readonly PromptDefinition[] {
  const shown: readonly string[] = selectTools(selection).map(({ name }) => name);
  return PROMPTS.filter(({ needs }) => needs.every((tool) => shown.includes(tool)));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
