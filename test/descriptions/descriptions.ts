import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../src/contract/platforms.js';
import type { Description } from './check.js';
import { FACEBOOK } from './facts/facebook.js';
import { type Facts, operationsOf } from './facts/fact.js';
import { GOOGLE } from './facts/google.js';
import { INSTAGRAM } from './facts/instagram.js';
import { LINKEDIN } from './facts/linkedin.js';
import { PINTEREST_FILES } from './facts/pinterest.js';
import { THREADS } from './facts/threads.js';
import { TIKTOK } from './facts/tiktok.js';
import { X } from './facts/x.js';
import { fromDiscovery } from './from-discovery.js';
import { fromLexicons } from './from-lexicons.js';
import { fromOpenApi } from './from-openapi.js';
import { Documents } from './schemas.js';

type Json = Readonly<Record<string, unknown>>;

const read = (name: string): Json =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../fixtures/network-descriptions/${name}.json`), 'utf8'),
  );

const ofFacts = (facts: Facts) => (): Description => ({
  documents: new Documents(),
  operations: operationsOf(facts),
});

/** A description, and how pages name it. */
interface Named {
  readonly words: string;
  /** The network's own, or made from its own documentation by others: not notes of ours. */
  readonly isOfficial: boolean;
  readonly read: () => Description;
}

const NOTES = 'our notes of its documentation';

/** What each network is checked against. */
export const DESCRIPTIONS: Readonly<Record<Platform, Named>> = {
  linkedin: { words: NOTES, isOfficial: false, read: ofFacts(LINKEDIN) },
  x: { words: NOTES, isOfficial: false, read: ofFacts(X) },
  instagram: { words: NOTES, isOfficial: false, read: ofFacts(INSTAGRAM) },
  tiktok: { words: NOTES, isOfficial: false, read: ofFacts(TIKTOK) },
  youtube: {
    words: 'Google’s discovery documents; for sign-ins and chunks of files, our notes',
    isOfficial: true,
    read: () => {
      const documents = new Documents();
      const data = fromDiscovery('youtube', read('youtube'), documents);
      const analytics = fromDiscovery(
        'youtube-analytics',
        read('youtube-analytics'),
        documents,
        'https://youtubeanalytics.googleapis.com',
      );
      return { documents, operations: [...data, ...analytics, ...operationsOf(GOOGLE)] };
    },
  },
  threads: { words: NOTES, isOfficial: false, read: ofFacts(THREADS) },
  bluesky: {
    words: 'the lexicons of AT Protocol',
    isOfficial: true,
    read: () => {
      const documents = new Documents();
      return { documents, ...fromLexicons(read('bluesky'), documents) };
    },
  },
  mastodon: {
    words: 'an OpenAPI description made from Mastodon’s documentation',
    isOfficial: true,
    read: () => {
      const documents = new Documents();
      return { documents, operations: fromOpenApi('mastodon', read('mastodon'), documents) };
    },
  },
  pinterest: {
    words: 'Pinterest’s OpenAPI description; for files of videos, our notes',
    isOfficial: true,
    read: () => {
      const documents = new Documents();
      const described = fromOpenApi('pinterest', read('pinterest'), documents, '/v5');
      return { documents, operations: [...described, ...operationsOf(PINTEREST_FILES)] };
    },
  },
  facebook: { words: NOTES, isOfficial: false, read: ofFacts(FACEBOOK) },
};
