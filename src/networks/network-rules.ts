import type { Platform } from '../contract/platforms.js';
import type { Disclosure, PostType, Privacy } from '../contract/posts/content.js';
import type { CountUnit } from './count/count.js';
import type { Figure, Range } from './figure.js';
import type { InboxRules } from './inbox-rules.js';
import type { RareOptions } from './rare-options.js';
import type { SERVICE_LIMITS } from './service-limits.js';
import type { Sources } from './sources.js';

/** How long a field may be. */
export interface LengthRule {
  readonly unit: CountUnit;
  readonly max: Figure<number>;
  /** Above this it may be accepted and yet not be good; the note says why, as the end of a sentence. */
  readonly warn?: Figure<number> & { readonly unit: CountUnit; readonly note: string };
}

interface TextRules extends LengthRule {
  /** The field as the network names it. */
  readonly field: string;
  /** What makes a post without text acceptable. */
  readonly emptyWith: Figure<readonly ('media' | 'link')[]>;
  /** The limit for accounts that pay. */
  readonly premiumMax?: Figure<number>;
  /** A second limit, on the UTF-8 bytes of the text. */
  readonly maxBytes?: Figure<number>;
  /** Characters that the network refuses. */
  readonly refused?: Figure<readonly string[]>;
  /** Forms of post that show no text. */
  readonly hiddenOn?: Figure<readonly PostType[]>;
  /** The content warning counts too: the limit is on both together. */
  readonly withWarning?: Figure<'contentWarning'>;
  /** Photo posts have a field of their own, with its own limit. */
  readonly withImages?: LengthRule & { readonly field: string };
}

/** How many of something a text may hold. */
export interface AmountRule {
  readonly max?: Figure<number>;
  /** Above this the network takes it, with a consequence that the note names as the end of a sentence. */
  readonly warn?: Figure<number> & { readonly note: string };
}

interface LinkRules extends AmountRule {
  /** Weight of a link in the text's count; absent: each character counts. */
  readonly weight?: Figure<number>;
}

export interface FileRules {
  readonly types: Figure<readonly string[]>;
  readonly maxBytes?: Figure<number>;
  readonly warnBytes?: Figure<number> & { readonly note: string };
  /** Width divided by height. */
  readonly aspect?: Figure<Range>;
  /** Pixels of the shorter and of the longer side. */
  readonly shortSide?: Figure<Range>;
  readonly longSide?: Figure<Range>;
  /** Width times height. */
  readonly maxPixels?: Figure<number>;
  /** Length of the description; absent: the network takes none. */
  readonly altText?: LengthRule;
}

export interface ImageRules extends FileRules {
  readonly max: Figure<number>;
  /** Several images must all be of one size. */
  readonly sameSize?: Figure<true>;
}

export interface VideoRules extends FileRules {
  readonly max: Figure<number>;
  readonly minBytes?: Figure<number>;
  readonly seconds?: Figure<Range>;
  readonly premiumSeconds?: Figure<Range>;
  readonly framesPerSecond?: Figure<Range>;
  readonly codecs?: Figure<readonly string[]>;
}

/** What one form of post (feed, reel, short, story) may carry. */
export interface FormRules {
  /** The network's own word for this form, where it has one. */
  readonly name?: Figure<string>;
  /** Absent: this form takes none. */
  readonly images?: ImageRules;
  readonly videos?: VideoRules;
  readonly mediaRequired: Figure<boolean>;
  /** How many images and videos may stand together; absent: images or videos, never both. */
  readonly mixedMax?: Figure<number>;
  /** Which of the service's own limits on the length of videos holds for it. */
  readonly serviceSeconds?: keyof typeof SERVICE_LIMITS.video.seconds;
}

interface OptionRule {
  /** The option as the network names it. */
  readonly field: string;
  /** The network demands it and nobody may guess it. */
  readonly required: Figure<boolean>;
  /** Kinds of media it has a meaning for; absent: whatever the post carries. */
  readonly onlyWith?: readonly ('none' | 'images' | 'videos')[];
}

interface PrivacyRule extends OptionRule {
  /** Our value to the network's. */
  readonly values: Figure<Readonly<Partial<Record<Privacy, string>>>>;
}

interface TitleRule extends OptionRule, LengthRule {
  readonly refused?: Figure<readonly string[]>;
}

interface BoardRule extends OptionRule {
  readonly pattern: Figure<string>;
}

export interface CoverRule extends OptionRule {
  /** Forms of post whose cover may be chosen. */
  readonly onlyOn: readonly PostType[];
  /** What the cover image itself has to be. */
  readonly image: FileRules;
  /** It is given to the network by a call of its own, once the post is out. */
  readonly isPart?: true;
}

/** A comment under the post, made by a second call. */
interface FirstCommentRule extends LengthRule {
  readonly field: string;
  /** Forms of post that take no comments. */
  readonly notOn?: Figure<readonly PostType[]>;
  /** Videos made for children take no comments. */
  readonly notForKids?: Figure<true>;
}

interface DisclosureRule {
  readonly field: string;
  readonly offered: Figure<true>;
  readonly onlyWith?: readonly ('none' | 'images' | 'videos')[];
}

export interface OptionRules {
  readonly cover?: CoverRule;
  readonly privacy?: PrivacyRule;
  readonly title?: TitleRule;
  readonly madeForKids?: OptionRule;
  readonly boardId?: BoardRule;
  readonly link?: OptionRule;
}

/** Seconds that the network's tokens live; null: no end by time. Read `expires_in` where there is one. */
interface TokenLifetime {
  readonly access: Figure<number | null>;
  /** Null: there is no refresh token, or it has no end by time. */
  readonly refresh: Figure<number | null>;
}

/** All that Postrider knows of one network's posting rules. */
export interface NetworkRules {
  readonly platform: Platform;
  /** The sources that only this network's figures cite. */
  readonly sources: Sources;
  readonly text: TextRules;
  readonly hashtags: AmountRule;
  readonly mentions: AmountRule;
  readonly cashtags: AmountRule;
  readonly links: LinkRules;
  /** `feed` is what a post is when it names no form. */
  readonly forms: Readonly<Partial<Record<PostType, FormRules>>> & { readonly feed: FormRules };
  /** A feed post of a single video is published in this form. */
  readonly singleVideoForm?: Figure<PostType>;
  readonly options: OptionRules;
  readonly rareOptions: RareOptions;
  /** Posts may follow the first, each answering the one before; absent: not. */
  readonly thread?: { readonly field: string; readonly offered: Figure<true> };
  readonly firstComment?: FirstCommentRule;
  /** What the network can be told of the content; the others have no field for it. */
  readonly disclosures: Readonly<Partial<Record<Disclosure, DisclosureRule>>>;
  /** What the service reads and answers there; absent: neither comments nor messages. */
  readonly inbox?: InboxRules;
  /** Posts that one account may publish in 24 hours; null: no such limit is known. */
  readonly postsPerDay: Figure<number | null>;
  /** What the network does with the same post again. */
  readonly duplicates: Figure<'accepted' | 'refused' | 'undocumented'>;
  readonly tokens: TokenLifetime;
}
