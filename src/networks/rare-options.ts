import type { Platform } from '../contract/platforms.js';
import type { PostType } from '../contract/posts/content.js';
import type { Figure } from './figure.js';
import type { LengthRule } from './length-rule.js';

interface RareOptionBase {
  /** The network's field. */
  readonly field: string;
  /** Post types that support it; absent: all. */
  readonly onlyOn?: readonly PostType[];
  /** Kinds of media it applies to; absent: any. */
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

/** One or more values. */
interface Choices extends RareOptionBase {
  readonly kind: 'choices';
  readonly values: Figure<readonly string[]>;
  /** Values that cannot be combined with others. */
  readonly alone?: readonly string[];
}

/** A regular expression for the whole text, and its description for messages. */
interface TextPattern extends Figure<string> {
  readonly words: string;
}

/** What an id is of: the end of "the id of a …", and the network that gives it. */
interface IdRule {
  readonly what: string;
  /** Absent: the option's own network. */
  readonly on?: Platform;
  /** The names of ids that are the same for everybody; absent: each account has its own. */
  readonly names?: Figure<Readonly<Record<string, string>>>;
}

interface Text extends RareOptionBase {
  readonly kind: 'text';
  /** Absent: it is not an id. */
  readonly id?: IdRule;
  readonly length?: LengthRule;
  readonly pattern?: TextPattern;
  readonly offered: Figure<true>;
}

interface TextList extends RareOptionBase {
  readonly kind: 'texts';
  readonly maxItems?: Figure<number>;
  readonly pattern?: TextPattern;
  /** The limit of all items together, as `joinedWords` joins them. */
  readonly joinedLength?: LengthRule;
  readonly offered: Figure<true>;
}

interface WholeNumber extends RareOptionBase {
  readonly kind: 'whole';
  readonly min: Figure<number>;
}

/** A rarer option of a network. None of them is required. */
export type RareOption = Flag | Choice | Choices | Text | TextList | WholeNumber;

/** A network's rarer options, by Postrider's names. */
export type RareOptions = Readonly<Record<string, RareOption>>;

/** The allowed values, as text; null: free text. */
export function valuesOfRareOption(option: RareOption): string[] | null {
  if (option.kind === 'flag') return ['true', 'false'];
  return option.kind === 'choice' || option.kind === 'choices' ? [...option.values.value] : null;
}

/** Joins words as networks count them: with commas, and quotes around words that contain a space. */
export function joinedWords(words: readonly string[]): string {
  return words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(',');
}
