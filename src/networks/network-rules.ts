import type { Platform } from '../contract/platforms.js';
import type { Disclosure, PostType, Privacy } from '../contract/posts/content.js';
import type { Figure, Range } from './figure.js';
import type { InboxRules } from './inbox-rules.js';
import type { LengthRule } from './length-rule.js';
import type { MetricRules } from './metric-rules.js';
import type { RareOptions } from './rare-options.js';
import type { SERVICE_LIMITS } from './service-limits.js';
import type { Sources } from './sources.js';

interface TextRules extends LengthRule {
  /** The network's field. */
  readonly field: string;
  /** What a post without text must contain instead. */
  readonly emptyWith: Figure<readonly ('media' | 'link')[]>;
  /** The limit for accounts with a paid plan. */
  readonly premiumMax?: Figure<number>;
  /** A second limit, on the UTF-8 bytes of the text. */
  readonly maxBytes?: Figure<number>;
  /** Characters that the network does not allow. */
  readonly refused?: Figure<readonly string[]>;
  /** Post types that do not show the text. */
  readonly hiddenOn?: Figure<readonly PostType[]>;
  /** The limit applies to the text and the content warning together. */
  readonly withWarning?: Figure<'contentWarning'>;
  /** Image posts use another field, with its own limit. */
  readonly withImages?: LengthRule & { readonly field: string };
}

/** How many of something a text can contain. */
export interface AmountRule {
  readonly max?: Figure<number>;
  /** Above this the network accepts the text, with a consequence. The note names it, as the end of a sentence. */
  readonly warn?: Figure<number> & { readonly note: string };
}

interface LinkRules extends AmountRule {
  /** What a link counts in the text's length; absent: each character counts. */
  readonly weight?: Figure<number>;
}

export interface FileRules {
  readonly types: Figure<readonly string[]>;
  readonly maxBytes?: Figure<number>;
  readonly warnBytes?: Figure<number> & { readonly note: string };
  /** Width divided by height. */
  readonly aspect?: Figure<Range>;
  /** Length of the shorter and the longer side, in pixels. */
  readonly shortSide?: Figure<Range>;
  readonly longSide?: Figure<Range>;
  /** Width times height. */
  readonly maxPixels?: Figure<number>;
  /** Length of the alt text; absent: not supported. */
  readonly altText?: LengthRule;
}

export interface ImageRules extends FileRules {
  readonly max: Figure<number>;
  /** All images of a post must have one size. */
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

/** What a post type (feed, reel, short, story) can contain. */
export interface FormRules {
  /** The network's name for this post type, if it has one. */
  readonly name?: Figure<string>;
  /** Absent: not supported. */
  readonly images?: ImageRules;
  readonly videos?: VideoRules;
  readonly mediaRequired: Figure<boolean>;
  /** How many images and videos one post can combine; absent: images or videos, never both. */
  readonly mixedMax?: Figure<number>;
  /** Which of the service's own limits on the length of videos applies. */
  readonly serviceSeconds?: keyof typeof SERVICE_LIMITS.video.seconds;
}

interface OptionRule {
  /** The network's field. */
  readonly field: string;
  /** Whether the post must set it: the network requires it, and a default would be a guess. */
  readonly required: Figure<boolean>;
  /** Kinds of media it applies to; absent: any. */
  readonly onlyWith?: readonly ('none' | 'images' | 'videos')[];
}

interface PrivacyRule extends OptionRule {
  /** The network's value for each of Postrider's. */
  readonly values: Figure<Readonly<Partial<Record<Privacy, string>>>>;
}

interface TitleRule extends OptionRule, LengthRule {
  readonly refused?: Figure<readonly string[]>;
}

interface BoardRule extends OptionRule {
  readonly pattern: Figure<string>;
}

export interface CoverRule extends OptionRule {
  /** Post types that support a cover. */
  readonly onlyOn: readonly PostType[];
  /** The rules for the cover image. */
  readonly image: FileRules;
  /** The cover is set by a separate request after the post is published. */
  readonly isPart?: true;
}

/** A comment on the post, created by a second request. */
interface FirstCommentRule extends LengthRule {
  readonly field: string;
  /** Post types that do not allow comments. */
  readonly notOn?: Figure<readonly PostType[]>;
  /** Videos made for kids do not allow comments. */
  readonly notForKids?: Figure<true>;
}

interface DisclosureRule {
  readonly field: string;
  readonly offered: Figure<true>;
  readonly onlyWith?: readonly ('none' | 'images' | 'videos')[];
}

/** A draft in the network's app, where a person finishes and publishes it. It keeps no options but the title. */
interface InboxDraftRule {
  /** The rarer option that asks for it, and its value. */
  readonly option: string;
  readonly value: string;
  /** The kinds of media with which it keeps the text and the title. */
  readonly keepsText: Figure<readonly ('images' | 'videos')[]>;
}

export interface OptionRules {
  readonly cover?: CoverRule;
  readonly privacy?: PrivacyRule;
  readonly title?: TitleRule;
  readonly madeForKids?: OptionRule;
  readonly boardId?: BoardRule;
  readonly link?: OptionRule;
}

/** Lifetime of the network's tokens in seconds; null: does not expire. `expires_in` of a response takes precedence. */
interface TokenLifetime {
  readonly access: Figure<number | null>;
  /** Null: there is no refresh token, or it does not expire. */
  readonly refresh: Figure<number | null>;
}

/** The posting rules of one network. */
export interface NetworkRules {
  readonly platform: Platform;
  /** The sources that only this network's figures cite. */
  readonly sources: Sources;
  readonly text: TextRules;
  readonly hashtags: AmountRule;
  readonly mentions: AmountRule;
  readonly cashtags: AmountRule;
  readonly links: LinkRules;
  /** The rules of each post type. `feed` is the default. */
  readonly forms: Readonly<Partial<Record<PostType, FormRules>>> & { readonly feed: FormRules };
  /** The post type in which a feed post with a single video is published. */
  readonly singleVideoForm?: Figure<PostType>;
  readonly options: OptionRules;
  readonly rareOptions: RareOptions;
  /** Absent: not supported. */
  readonly inboxDraft?: InboxDraftRule;
  /** Threads, in which each post replies to the one before; absent: not supported. */
  readonly thread?: { readonly field: string; readonly offered: Figure<true> };
  readonly firstComment?: FirstCommentRule;
  /** The disclosures the network has a field for. */
  readonly disclosures: Readonly<Partial<Record<Disclosure, DisclosureRule>>>;
  /** Comments and messages; absent: not supported. */
  readonly inbox?: InboxRules;
  /** Why comments are not supported: a sentence for people. */
  readonly noInbox?: Figure<string>;
  /** What it counts of published posts; absent: Postrider does not read it. */
  readonly metrics?: MetricRules;
  /** How many posts an account can publish in 24 hours; null: no limit is known. */
  readonly postsPerDay: Figure<number | null>;
  /** What the network does with a duplicate post. */
  readonly duplicates: Figure<'accepted' | 'refused' | 'undocumented'>;
  readonly tokens: TokenLifetime;
}
