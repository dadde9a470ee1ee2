import type { Override } from '../../../contract/posts/content.js';
import { list, type Options, text, texts, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { readStdin, readTextFrom, withoutFinalBreak } from '../../input/read-text.js';

/** The options that give a text. */
export const TEXT_OPTIONS = {
  text: text('--text <text>', 'The text'),
  textFile: text('-f, --text-file <file>', 'A file that holds the text; - is standard input'),
} as const satisfies Options;

/** The options that say what a post is. */
export const CONTENT_OPTIONS = {
  ...TEXT_OPTIONS,
  media: list('--media <keys>', 'Storage keys of its media, separated by commas'),
  alt: texts('--alt <text>', 'What can be seen on a medium, in their order; once for each'),
  set: texts(
    '--set <place.field=value>',
    'What differs on one network or account: "x.text=Shorter", "youtube.privacy=public"; := takes JSON',
  ),
} as const satisfies Options;

type ContentOptions = ValuesOf<typeof CONTENT_OPTIONS>;

/** What a post says, as far as it was typed. */
export interface TypedContent {
  readonly text?: string;
  readonly mediaUrls?: string[];
  readonly altTexts?: string[];
  readonly overrides?: Override[];
}

/** @throws CliFailure for what cannot be read */
export async function readContent(options: ContentOptions, context: Context): Promise<TypedContent> {
  const { media, alt } = options;
  const text = await givenText(options, context);
  const overrides =
    options.set.length === 0 ? [] : (await import('./overrides.js')).readOverrides(options.set);
  return {
    ...(text !== undefined && { text }),
    ...(media.length > 0 && { mediaUrls: [...media] }),
    ...(alt.length > 0 && { altTexts: [...alt] }),
    ...(overrides.length > 0 && { overrides: [...overrides] }),
  };
}

/** The same for a post that is not there yet: where no text was named, it is on standard input. */
export async function readNewContent(
  options: ContentOptions,
  context: Context,
): Promise<TypedContent & { readonly text: string }> {
  const content = await readContent(options, context);
  if (content.text !== undefined) return { ...content, text: content.text };
  const text = await pipedText(context);
  if (text === '' && content.mediaUrls === undefined) throw noText();
  return { ...content, text };
}

/** A text that has to be there: where none was named, it is on standard input. @throws CliFailure */
export async function readText(options: ValuesOf<typeof TEXT_OPTIONS>, context: Context): Promise<string> {
  const text = (await givenText(options, context)) ?? (await pipedText(context));
  if (text.trim() === '') throw noText();
  return text;
}

async function pipedText(context: Context): Promise<string> {
  return context.stdin.isTTY === true ? '' : withoutFinalBreak(await readStdin(context));
}

const noText = (): Error =>
  usageFailure('There is no text.', '--text "…", --text-file post.txt, or the text on standard input');

/** The text as far as it was named. @throws CliFailure */
export async function givenText(
  { text, textFile }: ValuesOf<typeof TEXT_OPTIONS>,
  context: Context,
): Promise<string | undefined> {
  if (text !== undefined && textFile !== undefined)
    throw usageFailure('Give --text or --text-file, not both.');
  return textFile === undefined ? text : withoutFinalBreak(await readTextFrom(textFile, context));
}
