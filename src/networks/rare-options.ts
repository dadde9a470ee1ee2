import type { PostType } from '../contract/posts/content.js';
import type { Figure } from './figure.js';
import type { LengthRule } from './network-rules.js';

interface RareOptionBase {
  /** The option as the network names it. */
  readonly field: string;
  /** Forms of post that take it; absent: all. */
  readonly onlyOn?: readonly PostType[];
  /** Kinds of media it has a meaning for; absent: whatever the post carries. */
  readonly onlyWith?: readonly ('none' | 'images' | 'videos')[];
}

interface Flag extends RareOptionBase {
  readonly kind: 'flag';
  readonly offered: Figure<true>;
}

interface Choice extends RareOptionBase {
  readonly kind: 'choice';
  readonly values: Figure<readonly string[]>;
}

/** One value or several of them. */
interface Choices extends RareOptionBase {
  readonly kind: 'choices';
  readonly values: Figure<readonly string[]>;
  /** Values that stand alone. */
  readonly alone?: readonly string[];
}

/** What a text of an option has to look like, with words for people. */
interface Form extends Figure<string> {
  readonly words: string;
}

interface Words extends RareOptionBase {
  readonly kind: 'text';
  readonly length?: LengthRule;
  /** A regular expression for the whole text. */
  readonly form?: Form;
  readonly offered: Figure<true>;
}

interface WordList extends RareOptionBase {
  readonly kind: 'texts';
  readonly most?: Figure<number>;
  readonly form?: Form;
  /** All of them joined by commas, those with a space in quotes. */
  readonly joinedLength?: LengthRule;
  readonly offered: Figure<true>;
}

/** A whole number. */
interface Whole extends RareOptionBase {
  readonly kind: 'whole';
  readonly min: Figure<number>;
}

/** One of the rarer options of a network. None of them is demanded. */
export type RareOption = Flag | Choice | Choices | Words | WordList | Whole;

/** The rarer options of a network by our name of them. */
export type RareOptions = Readonly<Record<string, RareOption>>;

/** The values to choose from, as text; null: free. */
export function valuesOfRareOption(option: RareOption): string[] | null {
  if (option.kind === 'flag') return ['true', 'false'];
  return option.kind === 'choice' || option.kind === 'choices' ? [...option.values.value] : null;
}

/** A list of words as it counts: joined by commas, words with a space in quotes. */
export function joinedWords(words: readonly string[]): string {
  return words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(',');
}
