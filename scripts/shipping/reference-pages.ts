import { DEFAULT_BASE_URL } from '../../src/client/base-url.js';
import { API_ERRORS } from '../../src/contract/errors.js';
import { HEADERS, PARAMETERS } from '../../src/contract/openapi/components.js';
import { COMMON_ERRORS } from '../../src/contract/operation.js';
import type { FieldRow } from '../../src/contract/reference/field-rows.js';
import {
  type ReferenceObject,
  type ReferenceOperation,
  type ReferenceSection,
  referenceOf,
} from '../../src/contract/reference/reference.js';
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

/** `docs/reference/`: every operation of the API, from the table that also defines the service. */
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
    `Every operation of the API. A running backend serves the same at \`/reference\`, and an OpenAPI 3.1 description at \`/openapi.json\`. These pages are generated from the table of operations by \`npm run docs\`.`,
    '',
    ...sections.flatMap((section) => [
      `## ${section.name}`,
      '',
      section.description,
      '',
      ...tableOf(
        ['operation', 'what it does'],
        section.operations.map((operation) => [
          `[\`${headingOf(operation)}\`](${fileOf(section)}#${anchorOf(headingOf(operation))})`,
          operation.summary,
        ]),
      ),
      '',
    ]),
    '## Requests and answers',
    '',
    `The API is at \`/v1\` of the backend, by default \`${DEFAULT_BASE_URL}\`. Bodies are JSON, except for files. Every request needs an API key:`,
    '',
    ...code('sh', `curl ${DEFAULT_BASE_URL}/v1/me -H "Authorization: Bearer $POSTRIDER_API_KEY"`),
    '',
    '- **Lists** return `{data, nextCursor}`. `limit` is 1 to 100 (20 by default). Send `nextCursor` as `cursor` for the next page; it is null on the last page.',
    '- **Times** are ISO 8601 in UTC. They come with the local time, weekday and zone, and the distance from now.',
    '- **Idempotency.** Operations that make changes accept an `Idempotency-Key`. A request repeated with the same key within 24 hours acts once and returns the first response.',
    '- **Unknown fields** are rejected, with a suggestion for the intended name.',
    '- **Responses grow**: new fields may be added. Ignore fields that you do not know.',
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
    'A key’s scopes are chosen when it is created.',
    '',
    ...tableOf(
      ['scope', 'allows'],
      Object.entries(SCOPES).map(([name, words]) => [`\`${name}\``, words]),
    ),
    '',
    '### Refusals',
    '',
    `An error is returned as \`application/problem+json\`, a [Problem](${homes.get('Problem')}#problem). Its \`code\` is from a closed list, and \`errors\` lists every problem at once. [Troubleshooting](../troubleshooting.md) says what to do about each code. Any operation can return these:`,
    '',
    ...tableOf(
      ['code', 'status', 'meaning'],
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

const PLACES = { path: 'In the path', query: 'In the query', body: 'In the body' } as const;

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
    `Returns ${status} with ${answer.length === 1 && answer[0] === 'map of ' ? 'an object' : typeText(answer, pathOf)}.`,
    '',
    ...folded('Example response', code('json', answerExample)),
    '',
    ...(errors.length === 0 ? [] : [`Errors: ${[...new Set(errors)].map(errorLink).join(', ')}.`, '']),
  ];
}

function objectText({ name, description, type, base, forms }: ReferenceObject): string[] {
  const plain = forms.length === 0 ? [`A ${typeText(type, pathOf)}.`] : [];
  return [
    `### ${name}`,
    '',
    ...[description, ...plain].filter((text) => text !== '').flatMap((text) => [text, '']),
    ...(base === null ? [] : [`All of ${typeText([{ object: base }], pathOf)}, and:`, '']),
    ...fieldTables(forms),
  ];
}

function fieldTables(forms: readonly (readonly FieldRow[])[]): string[] {
  const tables = forms.flatMap((rows) => [
    ...tableOf(
      ['field', 'type', 'meaning'],
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
