import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { cardUrlOf, isCardSent } from '../../../networks/cards.js';
import { afterConversion, type Conversion, conversionFor } from '../../../networks/conversion.js';
import { untagLink } from '../../../networks/link-tags.js';
import type { MediaFacts } from '../../../networks/media-facts.js';
import type { FileRules } from '../../../networks/network-rules.js';
import { ownLimitsIn, rulesOf } from '../../../networks/own-limits.js';
import { formOf } from '../../../networks/post-form.js';
import { RULES } from '../../../networks/rules.js';
import type { Clock } from '../../base/clock.js';
import type { SignedUrls } from '../../files/signed-url.js';
import { type MediaStorage, StoredFileMissing, type StoredName } from '../../files/storage.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import type { OutgoingMedia, OutgoingPost } from '../../networks/outgoing-post.js';
import { notSent } from '../../networks/requests/exchange.js';
import type { LinkedPageReader } from '../../operations/linked-page.js';
import type { Store } from '../../store/store.js';
import type { MediaRow } from '../../store/tables/media-rows.js';
import { convertedImage, lengthOf } from '../media/convert/converted-image.js';
import { NoConverter, NotConverted } from '../media/convert/render.js';
import { factsOf, findMedia } from '../media/repository.js';
import type { Claim } from './claim.js';

/** How long a network may fetch a file at its URL, in milliseconds: longer than any container lives. */
const URL_LIFETIME_MS = 26 * 60 * 60_000;

/** The media of a target as they are sent to its network. */
export type TargetMedia = Pick<OutgoingPost, 'media' | 'cover' | 'card'>;

/** How long a post waits for the page of its link, if nothing of it is stored yet. In milliseconds. */
const MAX_PAGE_WAIT_MS = 3_000;

export interface OutgoingMediaDependencies {
  readonly store: Store;
  readonly storage: MediaStorage;
  readonly urls: SignedUrls;
  readonly clock: Clock;
  readonly linkedPages: LinkedPageReader;
}

/** Prepares the files of posts for their networks, and converts those that a network does not accept. */
export class OutgoingFiles {
  readonly #dependencies: OutgoingMediaDependencies;

  constructor(dependencies: OutgoingMediaDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The files of a target's main post, with its cover where the cover is sent together with the post.
   *
   * @throws NetworkRefusal (nothing was sent) where a file is missing or cannot be converted
   */
  async of(claim: Claim): Promise<TargetMedia> {
    const { target, content, account } = claim;
    const { mediaUrls, altTexts, cover = null } = content;
    const rules = rulesOf(target.platform, ownLimitsIn(account.limits_json));
    const coverRule = rules.options.cover;
    const coverKey = coverRule?.isPart === true ? null : cover;
    if (mediaUrls.length === 0) return { media: [], ...(await this.#cardOf(claim, rules.forms.feed.images)) };
    const keys = [...mediaUrls, ...(coverKey === null ? [] : [coverKey])];
    const rows = await findMedia(this.#dependencies.store.db, target.workspace_id, keys);
    const found = mediaUrls.map((key) => rows.get(key) ?? missing(key));
    const form = rules.forms[formOf(rules, content.postType ?? null, found)] ?? rules.forms.feed;
    const media: OutgoingMedia[] = [];
    for (const [place, row] of found.entries()) {
      const fileRules = row.kind === 'image' ? form.images : form.videos;
      media.push(await this.#outgoing(target.platform, row, fileRules, altTexts[place] || null));
    }
    if (coverKey === null || !coverRule) return { media };
    const coverRow = rows.get(coverKey) ?? missing(coverKey);
    return { media, cover: await this.#outgoing(target.platform, coverRow, coverRule.image, null) };
  }

  /**
   * The image of a thumbnail that is sent in a call of its own.
   *
   * @throws NetworkRefusal as above
   */
  async thumbnail({ target }: Claim, key: string): Promise<OutgoingMedia> {
    const rows = await findMedia(this.#dependencies.store.db, target.workspace_id, [key]);
    const rule = RULES[target.platform].options.cover;
    return this.#outgoing(target.platform, rows.get(key) ?? missing(key), rule?.image, null);
  }

  /** What the card of the post’s link shows. The page was read when the post was saved, unless that is a moment ago. */
  async #cardOf(
    { target, content, workspace }: Claim,
    rules: FileRules | undefined,
  ): Promise<Pick<TargetMedia, 'card'>> {
    const { platform } = target;
    const sent = cardUrlOf(platform, { text: content.text, link: content.link, hasMedia: false });
    const url = sent && untagLink(sent, { platform, targetId: target.id });
    const { store, linkedPages } = this.#dependencies;
    if (url === null || !isCardSent(platform) || !linkedPages.isOn) return {};
    const { created_by_key } = await store.db
      .selectFrom('posts')
      .select('created_by_key')
      .where('id', '=', target.post_id)
      .executeTakeFirstOrThrow();
    const caller = { workspace, apiKeyId: created_by_key, requestId: target.id };
    const pages = await linkedPages.read(caller, [url], MAX_PAGE_WAIT_MS);
    const page = pages.get(url);
    if (page === undefined || page.problem !== null) return { card: null };
    const { title, description } = page;
    return { card: { title, description, ...(await this.#pictureOf(platform, page.image, rules)) } };
  }

  /** The picture of a card. A post is published without it if it cannot be used. */
  async #pictureOf(
    platform: Claim['target']['platform'],
    image: MediaRow | null,
    rules: FileRules | undefined,
  ): Promise<{ readonly image: OutgoingMedia | null; readonly imageProblem: string | null }> {
    if (image === null) return { image: null, imageProblem: null };
    try {
      return { image: await this.#outgoing(platform, image, rules, null), imageProblem: null };
    } catch (error) {
      if (error instanceof NetworkRefusal) return { image: null, imageProblem: error.message };
      throw error;
    }
  }

  async #outgoing(
    platform: Claim['target']['platform'],
    row: MediaRow,
    rules: FileRules | undefined,
    altText: string | null,
  ): Promise<OutgoingMedia> {
    const { storage } = this.#dependencies;
    const facts = factsOf(row);
    const name = { workspaceId: row.workspace_id, sha256: row.sha256 };
    const plan = rules ? conversionFor(facts, rules) : null;
    if (!plan) {
      if (!(await storage.has(name))) missing(row.key);
      return this.#fileOf(facts, name, altText);
    }
    const converted = await this.#converted(platform, facts, name, plan);
    const bytes = await lengthOf(storage.open(converted));
    return this.#fileOf({ ...afterConversion(facts, plan), bytes }, converted, altText);
  }

  async #converted(
    platform: Claim['target']['platform'],
    { key, contentType }: MediaFacts,
    name: StoredName,
    plan: Conversion,
  ): Promise<StoredName> {
    const network = PLATFORM_NAMES[platform];
    try {
      return await convertedImage(this.#dependencies.storage, name, plan);
    } catch (cause) {
      if (cause instanceof StoredFileMissing) return missing(key);
      if (cause instanceof NotConverted) {
        throw notSent(
          'media_invalid',
          `The file ${key} could not be converted for ${network}. ${cause.message}`,
        );
      }
      if (cause instanceof NoConverter) {
        throw notSent(
          'media_invalid',
          `${network} does not accept the file ${key} (${contentType}), and it cannot be converted: ${cause.message}`,
        );
      }
      throw cause;
    }
  }

  #fileOf(facts: MediaFacts, name: StoredName, altText: string | null): OutgoingMedia {
    const { storage, urls, clock } = this.#dependencies;
    const { key, contentType, bytes, width, height, durationSeconds: seconds } = facts;
    return {
      key,
      contentType,
      bytes,
      width,
      height,
      seconds,
      altText,
      publicUrl: urls.urlOf({ name, contentType }, clock.now() + URL_LIFETIME_MS),
      open: (range) => storage.open(name, range),
    };
  }
}

function missing(key: string): never {
  throw notSent(
    'media_not_found',
    `The file ${key} of this post no longer exists: it was deleted after the post was created.`,
  );
}
