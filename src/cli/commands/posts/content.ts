import type { Override } from '../../../contract/posts/content.js';
import { list, type Options, text, texts, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { readStdin, readTextFrom, withoutFinalBreak } from '../../input/read-text.js';
import { isStorageKey } from '../../input/storage-keys.js';

/** The options for a text. */
export const TEXT_OPTIONS = {
  text: text('--text <text>', 'The text'),
  textFile: text('-f, --text-file <file>', 'Read the text from a file; - reads standard input'),
} as const satisfies Options;

/** The options for the content of a post. */
export const CONTENT_OPTIONS = {
  ...TEXT_OPTIONS,
  media: texts('--media <file>', 'An image or video: a file, a URL or a storage key; repeat it for more'),
  alt: texts('--alt <text>', 'Alt text of a media file; repeat it for each, in order'),
  link: text(
    '--link <url>',
    'A link for every account, as a card or at the end of the text; none removes it',
  ),
  label: list('--label <names>', 'Labels, separated by commas; new ones are created, none removes all'),
  set: texts(
    '--set <place.field=value>',
    'Override a field for one network or account: "x.text=Shorter", "youtube.privacy=public"; use := for JSON',
  ),
} as const satisfies Options;

type ContentOptions = ValuesOf<typeof CONTENT_OPTIONS>;

/** The content of a post, as far as it was given. */
export interface TypedContent {
  readonly text?: string;
  readonly mediaUrls?: string[];
  readonly altTexts?: string[];
  readonly link?: string | null;
  readonly labels?: string[];
  readonly overrides?: Override[];
}

/** @throws CliFailure if an option cannot be read */
export async function readContent(options: ContentOptions, context: Context): Promise<TypedContent> {
  const { media, alt, link, label } = options;
  const text = await givenText(options, context);
  const overrides =
    options.set.length === 0 ? [] : (await import('./overrides.js')).readOverrides(options.set);
  return {
    ...(text !== undefined && { text }),
    ...(media.length > 0 && { mediaUrls: mediaNames(media) }),
    ...(alt.length > 0 && { altTexts: [...alt] }),
    ...(link !== undefined && { link: link === 'none' ? null : link }),
    ...(label.length > 0 && { labels: label.join() === 'none' ? [] : [...label] }),
    ...(overrides.length > 0 && { overrides: [...overrides] }),
  };
}

/** `--media` may be repeated; storage keys may also be separated by commas. */
function mediaNames(given: readonly string[]): string[] {
  return given.flatMap((value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every(isStorageKey) ? parts : [value];
  });
}

/** The same for a new post, whose text may come from standard input. */
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

/** Reads a required text from the options or standard input. @throws CliFailure if there is none */
export async function readText(options: ValuesOf<typeof TEXT_OPTIONS>, context: Context): Promise<string> {
  const text = (await givenText(options, context)) ?? (await pipedText(context));
  if (text.trim() === '') throw noText();
  return text;
}

async function pipedText(context: Context): Promise<string> {
  return context.stdin.isTTY === true ? '' : withoutFinalBreak(await readStdin(context));
}

const noText = (): Error =>
  usageFailure('No text was given.', 'Use --text "…", --text-file post.txt, or pipe the text in');

/** The text from the options, if any. @throws CliFailure */
export async function givenText(
  { text, textFile }: ValuesOf<typeof TEXT_OPTIONS>,
  context: Context,
): Promise<string | undefined> {
  if (text !== undefined && textFile !== undefined)
    throw usageFailure('Use --text or --text-file, not both.');
  return textFile === undefined ? text : withoutFinalBreak(await readTextFrom(textFile, context));
}
