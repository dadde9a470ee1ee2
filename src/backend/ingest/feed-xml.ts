import { Parser } from 'htmlparser2';
import { tooHeavy } from './extraction.js';

/** An entry of a feed as it is written there. What is missing is empty. */
export interface FeedItem {
  readonly title: string;
  readonly link: string;
  readonly date: string;
  /** Text or HTML. */
  readonly summary: string;
}

export interface ParsedFeed {
  readonly title: string;
  readonly link: string;
  readonly language: string;
  readonly items: readonly FeedItem[];
}

/** More entries are not read. */
const MAX_ITEMS = 2000;

/** The parser compares each closing tag with all open ones. */
const MAX_DEPTH = 200;

/** How much of a field is kept, in characters. */
const MAX_FIELD = 20_000;

type Field = 'title' | 'link' | 'date' | 'summary' | 'language';

/** Elements of feeds and items. The first of a field that has a text counts, and those of a lower rank before others. */
const FIELDS: Readonly<Record<string, readonly [field: Field, rank: number]>> = {
  title: ['title', 0],
  link: ['link', 0],
  guid: ['link', 1],
  pubdate: ['date', 0],
  published: ['date', 0],
  'dc:date': ['date', 1],
  updated: ['date', 2],
  description: ['summary', 0],
  summary: ['summary', 0],
  'content:encoded': ['summary', 1],
  content: ['summary', 1],
  language: ['language', 0],
};

interface Found {
  readonly text: string;
  readonly rank: number;
}

type Fields = Partial<Record<Field, Found>>;

/** Reads RSS 2.0, RSS 1.0 and Atom. Entities that a document defines are not expanded. */
export function parseXmlFeed(source: string): ParsedFeed {
  const reader = new FeedReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name.toLowerCase(), attributes),
      onclosetag: () => reader.close(),
      ontext: (text) => reader.text(text),
    },
    { xmlMode: true },
  );
  parser.write(source);
  parser.end();
  return reader.feed();
}

class FeedReader {
  readonly #feed: Fields = {};
  readonly #items: Fields[] = [];
  readonly #path: string[] = [];
  /** The item that is being read, and its depth. */
  #item: Fields | null = null;
  #itemDepth = 0;
  /** The field that is being read, its depth, and its text so far. */
  #field: readonly [field: Field, rank: number] | null = null;
  #fieldDepth = 0;
  #text = '';

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    const depth = this.#path.length;
    if (depth > MAX_DEPTH) throw tooHeavy('is nested too deeply');
    if (this.#item === null && (name === 'item' || name === 'entry')) {
      this.#item = {};
      this.#itemDepth = depth;
      return;
    }
    if (this.#field !== null || !this.#isFieldPlace(depth)) return;
    const field = FIELDS[name];
    if (field === undefined || (name === 'guid' && attributes['isPermaLink'] === 'false')) return;
    const { href, rel = 'alternate' } = attributes;
    if (name === 'link' && href !== undefined) {
      if (rel === 'alternate') this.#keep(field, href);
      return;
    }
    this.#field = field;
    this.#fieldDepth = depth;
    this.#text = '';
  }

  text(text: string): void {
    if (this.#field !== null && this.#text.length < MAX_FIELD) this.#text += text;
  }

  close(): void {
    const depth = this.#path.length;
    this.#path.pop();
    if (this.#field !== null && depth === this.#fieldDepth) {
      this.#keep(this.#field, this.#text);
      this.#field = null;
    }
    if (this.#item !== null && depth === this.#itemDepth) {
      if (this.#items.length < MAX_ITEMS) this.#items.push(this.#item);
      this.#item = null;
    }
  }

  feed(): ParsedFeed {
    const text = (fields: Fields, name: Field): string => fields[name]?.text ?? '';
    return {
      title: text(this.#feed, 'title'),
      link: text(this.#feed, 'link'),
      language: text(this.#feed, 'language'),
      items: this.#items.map((item) => ({
        title: text(item, 'title'),
        link: text(item, 'link'),
        date: text(item, 'date'),
        summary: text(item, 'summary'),
      })),
    };
  }

  /** Directly in an item, in the channel of RSS, or in the feed of Atom. */
  #isFieldPlace(depth: number): boolean {
    if (this.#item !== null) return depth === this.#itemDepth + 1;
    const around = this.#path[depth - 2];
    return around === 'channel' || around === 'feed';
  }

  #keep([field, rank]: readonly [field: Field, rank: number], written: string): void {
    const text = written.slice(0, MAX_FIELD).trim();
    const fields = this.#item ?? this.#feed;
    const before = fields[field];
    if (text !== '' && (before === undefined || rank < before.rank)) fields[field] = { text, rank };
  }
}
