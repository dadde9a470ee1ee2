import { dirname, resolve } from 'node:path';
import type { Context } from '../../../context.js';
import { CliFailure } from '../../../failure.js';
import { readTextFrom } from '../../../input/read-text.js';
import { type FrontMatter, readFrontMatter } from './front-matter.js';
import { type FieldFault, faultLine, InvalidPost, type ParsedPost } from './parsed-post.js';
import { readPostFields } from './post-fields.js';

/** A post that somebody wrote into a file. */
export interface PostFile extends ParsedPost {
  /** Where relative paths of its media begin. */
  readonly folder: string;
  /** What is wrong with it, in words that name the file, the line and the field. */
  failure(error: InvalidPost): CliFailure;
}

/**
 * Reads a Markdown file: front matter says where and when, what follows is the text.
 *
 * @throws CliFailure naming every fault with its line and field
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
    throw failureOf(name, error.faults.map(faultLine));
  }
  const { fields, body, lineOf } = matter;
  const failure = (error: InvalidPost): CliFailure =>
    failureOf(name, error.faults.map(lined(name, lineOf)), error);
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
  const message = 'the text stands below the front matter too: give it in one place.';
  throw failure(new InvalidPost([{ field: ['text'], message }]));
}

/** `post.md:4: platforms: "blusky" is no network.` */
function lined(name: string, lineOf: FrontMatter['lineOf']): (fault: FieldFault) => string {
  return (fault) => `${name}:${lineOf(fault.field)}: ${faultLine(fault)}`;
}

function failureOf(name: string, lines: readonly string[], cause?: unknown): CliFailure {
  return new CliFailure('usage', `No post can be made of ${name}.`, { lines, changed: 'nothing', cause });
}
