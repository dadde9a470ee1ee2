import * as z from 'zod';
import { hashOfKey, looksLikeKey } from '../../src/backend/domain/access/key-text.js';
import { plainFileName, urlName } from '../../src/backend/domain/media/file-name.js';
import { fingerprintOf } from '../../src/backend/domain/posts/fingerprint.js';
import { suggestionsFor } from '../../src/backend/domain/sources/suggestions.js';
import { checkUrl, readUrl } from '../../src/backend/fetching/url-rules.js';
import { hashOfJson } from '../../src/backend/http/idempotency/hash-of-json.js';
import { pathRefused, pathTemplate } from '../../src/backend/http/paths.js';
import { locateJsonError } from '../../src/backend/http/requests/json-error.js';
import { checkParts } from '../../src/backend/http/requests/request-parts.js';
import { extractPage } from '../../src/backend/ingest/extract-page.js';
import { readDocument } from '../../src/backend/ingest/plain-document.js';
import { facetsOf, mentionedHandles } from '../../src/backend/networks/bluesky/facets.js';
import { fromLittleText, toLittleText } from '../../src/backend/networks/linkedin/little-text.js';
import { likeness, plainText } from '../../src/backend/networks/mastodon/written-text.js';
import { readFailure } from '../../src/backend/networks/refusals/read-refusal.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { comparable } from '../../src/backend/networks/requests/lookup.js';
import { writtenText } from '../../src/backend/networks/x/timeline-text.js';
import { readCursor } from '../../src/backend/operations/cursor.js';
import { isLoopback } from '../../src/base/loopback.js';
import { nearestNames } from '../../src/base/nearest-name.js';
import { toCliWording } from '../../src/cli/api-to-cli-words.js';
import { readFrontMatter } from '../../src/cli/commands/posts/import/front-matter.js';
import { readPostFields } from '../../src/cli/commands/posts/import/post-fields.js';
import { readRows } from '../../src/cli/commands/posts/import/rows.js';
import { plainJson, plainLine } from '../../src/cli/output/plain-text.js';
import { styleWith } from '../../src/cli/output/style.js';
import { table } from '../../src/cli/output/table.js';
import { wrapTo } from '../../src/cli/output/width.js';
import { redact } from '../../src/client/redact.js';
import { renameApiTerms } from '../../src/contract/api-terms.js';
import type { Operation } from '../../src/contract/operation.js';
import { OPERATIONS } from '../../src/contract/operations.js';
import { PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { renderFacts } from '../../src/mcp/answers/render-text.js';
import { fence, safeHandle } from '../../src/mcp/answers/untrusted.js';
import { toToolWording } from '../../src/mcp/errors/api-to-tool-words.js';
import { readInput } from '../../src/mcp/lenient-input/lenient-input.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { readWeekly } from '../../src/mcp/tools/schedules/weekly-times.js';
import { textPart } from '../../src/mcp/tools/shared/text-part.js';
import { countGraphemes } from '../../src/networks/count/graphemes.js';
import { preflight } from '../../src/networks/preflight.js';
import { readHumanTime } from '../../src/time/human-times.js';
import { readScheduledAt } from '../../src/time/scheduled-at.js';
import { readTimeRange } from '../../src/time/time-range.js';
import { everyStringIs } from '../support/growth/every-string-is.js';

/** Something that reads the texts of strangers. A refusal is an answer too. */
export type Reader = (text: string) => unknown;

const NOW = Date.UTC(2026, 10, 24);

function preflightOn(platform: Platform): Reader {
  return (text) =>
    preflight({
      post: {
        text,
        overrides: [
          { target: platform, thread: [text], firstComment: text, title: text, options: { [text]: text } },
        ],
      },
      accounts: [{ id: 'acc_1', platform, handle: '@fernhill', healthStatus: 'healthy' }],
      media: new Map(),
      mode: 'now',
      canConvert: false,
      now: new Date(NOW),
    });
}

/** Every field of every operation: in the path, the query and the body. */
const operations: readonly Operation[] = Object.values(OPERATIONS);

function everyFieldIs(text: string, parts: Operation['params']): Record<string, string> {
  return Object.fromEntries(Object.keys(parts?.shape ?? {}).map((name) => [name, text]));
}

function sendEverywhere(text: string): void {
  for (const operation of operations) {
    ignoringRefusals(() =>
      checkParts(operation, {
        path: everyFieldIs(text, operation.params),
        query: new URLSearchParams(everyFieldIs(text, operation.query)),
        body: everyStringIs(text, operation.body),
      }),
    );
  }
}

/** Every argument of every tool, and one with this name. */
function callEveryTool(text: string): void {
  for (const { input: fields } of TOOLS) {
    const given = Object.fromEntries(Object.keys(fields).map((name) => [name, text]));
    readInput(fields, { ...given, [text]: text });
  }
}

/** What reads a text, by name. */
export const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(PLATFORMS.map((platform) => [`preflight on ${platform}`, preflightOn(platform)])),
  ...Object.fromEntries(
    PLATFORMS.map((platform) => [
      `an error of ${platform}`,
      (text: string) =>
        readFailure(NETWORKS[platform].errors, { code: null, subcode: null, message: text }, NOW),
    ]),
  ),
  'the facets of Bluesky': (text) => [mentionedHandles(text), facetsOf(text, () => 'did:plc:1')],
  'little text of LinkedIn': (text) => fromLittleText(toLittleText(text)),
  'little text as it is sent': fromLittleText,
  'a listed status of Mastodon': (text) => likeness(plainText(text), text),
  'a listed post of X': (text) => writtenText({ text, note_tweet: { text } }),
  'a comparison of posts': comparable,
  'a fingerprint': (text) => fingerprintOf({ text, mediaUrls: [] }),
  'suggestions for a source': (text) => suggestionsFor({ title: text, link: null, hasImage: false }),
  'every field of the API': sendEverywhere,
  'a path': (path) => [pathTemplate(path), pathRefused(`/v1/${path}`)],
  'a fault in JSON': locateJsonError,
  'the hash of a body': (text) => hashOfJson({ [text]: text }),
  'a cursor': (text) => readCursor([], text, z.tuple([z.string()])),
  'an API key': (text) => [looksLikeKey(text), hashOfKey(text)],
  'a file name': (text) => [plainFileName(text), urlName(`https://a.example/${text}`)],
  'the URL of a source': (text) => checkUrl(readUrl(text)),
  'a host name': isLoopback,
  'a name that is not known': (text) => nearestNames(text, ['scheduledAt', 'mediaUrls'], 3),
  'a time of the API': (text) => [
    readScheduledAt({ scheduledAt: text, timezone: text, now: NOW }),
    readTimeRange({ from: text, to: text, timezone: text, now: NOW, defaultDays: 7, maxDays: 31 }),
  ],
  'a time as people write it': (text) =>
    readHumanTime(text, { zone: 'Europe/Berlin', timezone: text, now: NOW }),
  'days and times of a week': (text) => readWeekly({ days: [text], startTime: text, endTime: text }),
  'every argument of the tools': callEveryTool,
  'an answer to a model': (text) => [
    renderFacts({ text, list: [text], handle: safeHandle(text) }),
    fence([{ about: 'text', text, whole: true }]),
    textPart(text, 0, 2_000),
    toToolWording(text),
  ],
  'a message': (text) => [renameApiTerms(text, (term) => term), toCliWording(text), redact(text)],
  'a table in a terminal': (text) =>
    table([{ title: 'TEXT', value: () => text, minWidth: 10 }], [text], {
      width: 80,
      style: styleWith(false),
    }),
  'lines in a terminal': (text) => [wrapTo(text, 80), plainLine(text), plainJson(text)],
  'a file with front matter': (text) => [readFrontMatter(`---\ntext: ${text}\n---\n`), readFrontMatter(text)],
  'a table of posts': (text) => readRows(text, 'csv').map((row) => row.fields()),
  'lines of posts': (text) => readRows(text, 'jsonl').map((row) => row.fields()),
  'the fields of a post': (text) =>
    readPostFields({ [text]: text, text, platforms: text, overrides: { [text]: text } }),
  'a document': (text) => readDocument(text, { title: null }),
  'a page': (text) => pageOf(`<title>${text}</title><article><h1>${text}</h1><p>${text}</p></article>`),
  'a text as a page': pageOf,
  'the characters that people see': countGraphemes,
};

function pageOf(html: string) {
  return extractPage({
    kind: 'page',
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html; charset=utf-8',
    robotsHeader: '',
    url: 'https://a.example/',
  });
}

/** Calls a reader. Errors that are not refusals pass through. */
export function ignoringRefusals(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) throw error;
  }
}
