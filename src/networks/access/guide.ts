import type { AppAccess, SourcedSentence } from './network-access.js';

/** Where `{redirect}` stands in a step. */
const REDIRECT = '{redirect}';

interface Guide {
  /** What to know before an app is registered: price, review, lifetime, conditions. */
  readonly facts: readonly (SourcedSentence & { readonly about: string })[];
  /** What to do, in order. */
  readonly steps: readonly SourcedSentence[];
}

/** How a person gets an app, in words. @param redirects the addresses to register, as they are to be written */
export function guideOf(app: AppAccess, redirects: readonly string[]): Guide {
  const addresses = redirects.join(' and ');
  return {
    facts: [
      { about: 'Price', ...app.cost },
      { about: 'Review', ...app.review },
      { about: 'Access', ...app.lifetime },
      ...app.needs.map((need) => ({ about: 'Needs', ...need })),
    ],
    steps: app.steps.map(({ text, source }) => ({ text: text.replaceAll(REDIRECT, addresses), source })),
  };
}
