import type { Block } from './dom-text.js';
import { BUTTONS, BYLINES, CAPTIONS, INVITATIONS, LEAD_INS, SECTION_HEADINGS } from './furniture-words.js';

/** A rule about blocks that belong to the site, not to the article. It returns the blocks that stay. */
type FurnitureRule = (blocks: readonly Block[]) => readonly Block[];

/** In the order in which they apply. */
const FURNITURE_RULES: readonly FurnitureRule[] = [
  withoutButtons,
  withoutHead,
  withoutLeadIns,
  withoutCaptions,
  withoutSections,
  withoutLinkLists,
  withoutEnd,
];

/** Removes what a site puts before, between and after the paragraphs of an article. */
export function removeFurniture(blocks: readonly Block[]): readonly Block[] {
  return FURNITURE_RULES.reduce((left, rule) => rule(left), blocks);
}

/** The maximum length of furniture, in characters. */
const MAX_BUTTON = 40;
const MAX_LINE = 60;
const MAX_LEAD_IN = 300;
const MAX_INVITATION = 250;
const MAX_CAPTION = 250;

/** The first paragraph of the article has at least this many characters; everything before it is its head. */
const MIN_FIRST_PARAGRAPH = 120;
const MIN_FIRST_DENSE = 40;

/** Shares of a block that are links. */
const LEAD_IN_LINKS = 0.35;
const SECTION_LINKS = 0.5;
const LIST_LINKS = 0.85;

/** The share of the text before which a section is not removed, and that the text after its end may have. */
const SECTIONS_AFTER = 0.3;
const SECTION_TAIL = 0.2;

/** The end of an article is never cut below this share of it. */
const MIN_KEPT = 0.5;

/** The words of buttons, alone in a paragraph or list. */
function withoutButtons(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(
    ({ kind, text }) =>
      kind === 'code' ||
      kind === 'heading' ||
      text.length > MAX_BUTTON * 10 ||
      !text.split('\n').every((line) => line.length <= MAX_BUTTON && BUTTONS.test(line.replace(/^- /, ''))),
  );
}

/** Dates, bylines and reading times before the first paragraph. */
function withoutHead(blocks: readonly Block[]): readonly Block[] {
  const first = blocks.findIndex(isFirstParagraph);
  if (first <= 0) return blocks;
  return blocks.filter((block, index) => index >= first || block.kind !== 'paragraph' || !isHeadLine(block));
}

function isFirstParagraph({ kind, text }: Block): boolean {
  return kind === 'paragraph' && text.length >= (isDense(text) ? MIN_FIRST_DENSE : MIN_FIRST_PARAGRAPH);
}

/** Whether a text is in a script whose characters are syllables or words. */
function isDense(text: string): boolean {
  return text.charCodeAt(Math.min(2, text.length - 1)) >= 0x2e80;
}

const DATE = /(?:19|20)\d\d|\d{1,2}[:.h]\d\d|[٠-٩]{4}/;
const READING_TIME = /\b\d{1,3}\s*(?:-\s*)?(?:min(?:ute)?s?|minuten|мин)\b|(?:阅读|閱讀|分で読)/i;
const ENDS_SENTENCE = /[.!?。！？؟।…]["”»’)]?$/;

function isHeadLine({ text, linked }: Block): boolean {
  if (text.includes('\n') || text.length > MAX_LINE * 2) return false;
  // The section of the site, or the author.
  if (linked >= text.length * LIST_LINKS && text.length <= MAX_LINE) return true;
  if (BYLINES.test(text) && !ENDS_SENTENCE.test(text)) return true;
  return text.length <= MAX_LINE && (DATE.test(text) || READING_TIME.test(text)) && !ENDS_SENTENCE.test(text);
}

/** “Read also: …” between paragraphs. */
function withoutLeadIns(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(
    ({ kind, text, linked }) =>
      kind !== 'paragraph' ||
      text.length > MAX_LEAD_IN ||
      linked < text.length * LEAD_IN_LINKS ||
      !LEAD_INS.test(text),
  );
}

/** “Photo: …” */
function withoutCaptions(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(
    ({ kind, text }) => kind !== 'paragraph' || text.length > MAX_CAPTION || !CAPTIONS.test(text),
  );
}

/** Sections about other articles, the author, or comments, up to the next heading of their level. */
function withoutSections(blocks: readonly Block[]): readonly Block[] {
  const total = lengthOf(blocks);
  const kept: Block[] = [];
  let before = 0;
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block;
    const isMeant = isSectionHeading(block) && before >= total * SECTIONS_AFTER;
    const end = isMeant ? sectionEnd(blocks, at) : at;
    const section = isMeant ? blocks.slice(at + 1, end) : [];
    const length = lengthOf(section);
    const linked = section.reduce((sum, one) => sum + one.linked, 0);
    const after = total - before - block.text.length - length;
    if (isMeant && (linked >= length * SECTION_LINKS || after <= total * SECTION_TAIL)) {
      before += block.text.length + length;
      at = end;
      continue;
    }
    kept.push(block);
    before += block.text.length;
    at += 1;
  }
  return kept;
}

function isSectionHeading({ kind, text, level }: Block): boolean {
  const words = text.slice(level).trim();
  return kind === 'heading' && words.length <= MAX_LINE && SECTION_HEADINGS.test(words);
}

function sectionEnd(blocks: readonly Block[], heading: number): number {
  const { level } = blocks[heading] as Block;
  let end = heading + 1;
  for (; end < blocks.length; end += 1) {
    const { kind, level: next } = blocks[end] as Block;
    if (kind === 'heading' && next <= level) break;
  }
  return end;
}

/** Lists of links with no prose after them. */
function withoutLinkLists(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.findLastIndex(isFirstParagraph);
  if (last < 0) return blocks;
  return blocks.filter(
    ({ kind, text, linked }, index) => index < last || kind !== 'list' || linked < text.length * LIST_LINKS,
  );
}

/** Headings, links, invitations and legal lines at the end. */
function withoutEnd(blocks: readonly Block[]): readonly Block[] {
  const total = lengthOf(blocks);
  let left = total;
  let end = blocks.length;
  while (end > 0) {
    const block = blocks[end - 1] as Block;
    left -= block.text.length;
    if (left < total * MIN_KEPT || !isEnd(block)) break;
    end -= 1;
  }
  return blocks.slice(0, end);
}

function isEnd({ kind, text, linked }: Block): boolean {
  if (kind === 'heading') return true;
  if (kind !== 'paragraph' && kind !== 'list') return false;
  if (kind === 'paragraph' && linked >= text.length * LIST_LINKS && text.length < MAX_LEAD_IN) return true;
  return text.length <= MAX_INVITATION && INVITATIONS.test(text);
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}
