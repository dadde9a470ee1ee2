import { dirname, resolve } from 'node:path';
import type { Context } from '../../../context.js';
import { CliFailure } from '../../../failure.js';
import { readTextFrom } from '../../../input/read-text.js';
import { type FrontMatter, readFrontMatter } from './front-matter.js';
import { type FieldFault, faultLine, InvalidPost, type ParsedPost } from './parsed-post.js';
import { readPostFields } from './post-fields.js';

/** A post read from a file. */
export interface PostFile extends ParsedPost {
  /** The base of relative media paths. */
  readonly folder: string;
  /** Reports what is invalid by file, line and field. */
  failure(error: InvalidPost): CliFailure;
}

/**
 * Reads a Markdown file: the front matter holds the fields, the body is the text.
 *
 * @throws CliFailure naming the line and field of every problem
 */
export async function readPostFile(path: string, context: Context): Promise<PostFile> {
  const content = await readTextFrom(path, context);
  const name = path === '-' ? 'standard input' : path;
  const folder = path === '-' ? process.cwd() : dirname(resolve(path));
  let matter: FrontMatter;
  try {
    matter = readFrontMatter(content);
  } catch (error) {
    if (!(error instanceof InvalidPost)) throw error;
    throw invalidFile(name, error.faults.map(faultLine));
  }
  const { fields, body, lineOf } = matter;
  const failure = (error: InvalidPost): CliFailure =>
    invalidFile(name, error.faults.map(lined(name, lineOf)), error);
  const read = readPostFields(body === '' ? fields : withBody(fields, body, failure));
  if (!read.ok) throw failure(new InvalidPost(read.faults));
  return { ...read.written, folder, failure };
}

function withBody(
  fields: FrontMatter['fields'],
  body: string,
  failure: (error: InvalidPost) => CliFailure,
): FrontMatter['fields'] {
  if (!('text' in fields)) return { ...fields, text: body };
  const message = 'the text is also below the front matter. Keep only one of them.';
  throw failure(new InvalidPost([{ field: ['text'], message }]));
}

/** `post.md:4: platforms: unknown network "blusky".` */
function lined(name: string, lineOf: FrontMatter['lineOf']): (fault: FieldFault) => string {
  return (fault) => `${name}:${lineOf(fault.field)}: ${faultLine(fault)}`;
}

function invalidFile(name: string, lines: readonly string[], cause?: unknown): CliFailure {
  return new CliFailure('usage', `Cannot read a post from ${name}.`, { lines, changed: 'nothing', cause });
}
