import { DEFAULT_BASE_URL } from '../../src/client/base-url.js';
import { API_ERRORS } from '../../src/contract/api-errors.js';
import { COMMON_ERRORS } from '../../src/contract/error-codes.js';
import { HEADERS, PARAMETERS } from '../../src/contract/openapi/components.js';
import type { FieldRow } from '../../src/contract/reference/field-rows.js';
import {
  type ReferenceObject,
  type ReferenceOperation,
  type ReferenceSection,
  referenceOf,
} from '../../src/contract/reference/reference.js';
import { typeSentence } from '../../src/contract/reference/type-words.js';
import { SCOPES } from '../../src/contract/scopes.js';
import { anchorOf, cell, code, folded, typeText } from './markdown.js';
import { tableOf } from './tools-page.js';
import { refusalHeading } from './troubleshooting-page.js';

const FOLDER = 'docs/reference';

const sections = referenceOf(DEFAULT_BASE_URL);

const fileOf = ({ name }: ReferenceSection): string => `${name.toLowerCase()}.md`;

const headingOf = ({ method, path }: ReferenceOperation): string => `${method} ${path}`;

const homes = new Map(
  sections.flatMap((section) => section.objects.map(({ name }) => [name, fileOf(section)] as const)),
);

/** `docs/reference/`: every operation of the API, from the operation table. */
export function referencePages(): Record<string, () => string> {
  const pages = sections.map(
    (section) => [`${FOLDER}/${fileOf(section)}`, () => sectionPage(section)] as const,
  );
  return { [`${FOLDER}/README.md`]: overview, ...Object.fromEntries(pages) };
}

function overview(): string {
  return [
    '# REST reference',
    '',
    `Every operation of the API. A running backend serves the same pages at \`/reference\`, and an OpenAPI 3.1 description at \`/openapi.json\`. \`npm run docs\` generates these pages from the operation table.`,
    '',
    ...sections.flatMap((section) => [
      `## ${section.name}`,
      '',
      section.description,
      '',
      ...tableOf(
        ['operation', 'description'],
        section.operations.map((operation) => [
          `[\`${headingOf(operation)}\`](${fileOf(section)}#${anchorOf(headingOf(operation))})`,
          operation.summary,
        ]),
      ),
      '',
    ]),
    '## Requests and responses',
    '',
    `The API is at \`/v1\` of the backend, by default at \`${DEFAULT_BASE_URL}\`. Bodies are JSON, except for files. Send an API key with every request:`,
    '',
    ...code('sh', `curl ${DEFAULT_BASE_URL}/v1/me -H "Authorization: Bearer $POSTRIDER_API_KEY"`),
    '',
    '- **Lists** return `{data, nextCursor}`. `limit` is 1 to 100 (default 20). Send `nextCursor` as `cursor` to get the next page. It is null on the last page.',
    '- **Times** are ISO 8601 in UTC. Many come with the local time, weekday and time zone, and the distance from now.',
    '- **Idempotency.** Operations that act accept an `Idempotency-Key`. Repeating a request with the same key within 24 hours returns the first response and acts only once.',
    '- **Versions.** Posts and schedules have a `version`, which is also their `ETag`. Send it back, as `version` or in `If-Match`, to change an object only if nobody else has changed it: otherwise the request fails with `version_conflict` (409) or `precondition_failed` (412), and `current` has the present version.',
    '- **Paths.** An unknown path fails with 404 `not_found`, and a method that a path does not support with 405 `method_not_allowed` and an `Allow` header.',
    '- **Unknown fields** are rejected, with a suggestion for misspelled names.',
    '- **Responses grow.** New fields can appear at any time. Ignore fields that you do not know.',
    '',
    '### Headers',
    '',
    ...tableOf(
      ['header', 'in', 'description'],
      [
        ...Object.values(PARAMETERS).map(({ name, description }) => [
          `\`${name}\``,
          'request',
          cell(description),
        ]),
        ...Object.entries(HEADERS).map(([name, { description }]) => [
          `\`${name}\``,
          'response',
          cell(description),
        ]),
      ],
    ),
    '',
    '### Scopes',
    '',
    'The scopes of an API key are chosen when it is created.',
    '',
    ...tableOf(
      ['scope', 'allows'],
      Object.entries(SCOPES).map(([name, words]) => [`\`${name}\``, words]),
    ),
    '',
    '### Errors',
    '',
    `Errors are \`application/problem+json\`: a [Problem](${homes.get('Problem')}#problem) with a stable \`code\`, and \`errors\` with every issue at once. [Troubleshooting](../troubleshooting.md) explains how to fix each one. Every operation can return these:`,
    '',
    ...tableOf(
      ['code', 'status', 'description'],
      COMMON_ERRORS.map((name) => [errorLink(name), String(API_ERRORS[name].status), API_ERRORS[name].title]),
    ),
    '',
  ].join('\n');
}

function sectionPage(section: ReferenceSection): string {
  return [
    `# ${section.name}`,
    '',
    `${section.description} [All operations](README.md)`,
    '',
    ...section.operations.flatMap(operationText),
    ...(section.objects.length === 0 ? [] : ['## Objects', '', ...section.objects.flatMap(objectText)]),
  ].join('\n');
}

const PLACES = { path: 'Path parameters', query: 'Query parameters', body: 'Body' } as const;

function operationText(operation: ReferenceOperation): string[] {
  const { summary, description, access, keyed, sent, request, status, answer, answerExample, errors } =
    operation;
  return [
    `## ${headingOf(operation)}`,
    '',
    `**${summary}.** ${description}`.trim(),
    '',
    `${access}${keyed ? ' Accepts an `Idempotency-Key`.' : ''}`,
    '',
    ...sent.flatMap(({ place, forms }) => [`${PLACES[place]}:`, '', ...fieldTables(forms)]),
    ...code('sh', request),
    '',
    `Returns ${status} with ${answer[0] === 'object' ? 'an object' : typeText(answer, pathOf)}.`,
    '',
    ...folded('Example response', code('json', answerExample)),
    '',
    ...(errors.length === 0 ? [] : [`Errors: ${[...new Set(errors)].map(errorLink).join(', ')}.`, '']),
  ];
}

function objectText({ name, description, type, base, forms }: ReferenceObject): string[] {
  const plain = forms.length === 0 ? [typeText(typeSentence(type), pathOf)] : [];
  return [
    `### ${name}`,
    '',
    ...[description, ...plain].filter((text) => text !== '').flatMap((text) => [text, '']),
    ...(base === null ? [] : [`All fields of ${typeText([{ object: base }], pathOf)}, and:`, '']),
    ...fieldTables(forms),
  ];
}

function fieldTables(forms: readonly (readonly FieldRow[])[]): string[] {
  const tables = forms.flatMap((rows) => [
    ...tableOf(
      ['field', 'type', 'description'],
      rows.map(({ path, type, required, meaning }) => [
        `\`${path}\`${required ? '' : ' (optional)'}`,
        cell(typeText(type, pathOf)),
        cell(meaning),
      ]),
    ),
    '',
  ]);
  return forms.length > 1 ? ['One of these forms:', '', ...tables] : tables;
}

const pathOf = (object: string): string => homes.get(object) ?? 'README.md';

const errorLink = (name: keyof typeof API_ERRORS): string =>
  `[\`${name}\`](../troubleshooting.md#${anchorOf(refusalHeading(name))})`;
