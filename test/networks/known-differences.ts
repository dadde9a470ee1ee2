import type { Difference } from './compare.js';

/** Differences with one reason. What was fixed is removed here: an entry that no longer occurs fails the tests. */
interface KnownDifferences {
  readonly kind: Difference['kind'];
  /** Steps, or requests with their status. */
  readonly where: readonly string[];
  /** For fields: their names, without the `[].` of a list. */
  readonly fields?: readonly string[];
  readonly reason: string;
}

/** None, measured with version 0.5.35. */
export const KNOWN_AT_BLUESKY: readonly KnownDifferences[] = [];

const STATUSES = [
  'POST /api/v1/statuses 200',
  'GET /api/v1/statuses/:id 200',
  'GET /api/v1/accounts/:id/statuses 200',
];

/** Measured with snac2 2.96. */
export const KNOWN_AT_MASTODON: readonly KnownDifferences[] = [
  {
    kind: 'requests',
    where: ['publish an image'],
    reason: 'Mastodon processes files later; snac2 has nothing to process.',
  },
  {
    kind: 'status',
    where: ['publish an image'],
    reason: 'Mastodon processes files later; snac2 has nothing to process.',
  },
  {
    kind: 'status',
    where: ['publish nothing', 'publish 501 characters', 'publish an image that was not uploaded'],
    reason: 'snac2 has no limits, and leaves out an unknown file. Mastodon refuses.',
  },
  {
    kind: 'status',
    where: ['check a wrong token'],
    reason: 'snac2 answers 422; Mastodon answers 401.',
  },
  {
    kind: 'invented field',
    where: ['GET /api/v1/statuses/:id 404', 'POST /api/v1/statuses 401', 'POST /api/v2/media 401'],
    fields: ['error'],
    reason: 'snac2 sends errors without a body; Mastodon explains them.',
  },
  {
    kind: 'missing field',
    where: ['GET /api/v1/accounts/verify_credentials 200'],
    fields: ['source.bot'],
    reason: 'A field of snac2.',
  },
  {
    kind: 'missing field',
    where: STATUSES,
    fields: ['reactions', 'text'],
    reason: 'Fields of snac2.',
  },
  {
    kind: 'invented field',
    where: ['GET /api/v1/accounts/verify_credentials 200'],
    fields: [
      ...['discoverable', 'fields', 'group', 'hide_collections', 'indexable', 'noindex', 'role', 'roles'],
      ...['attribution_domains', 'discoverable', 'hide_collections', 'indexable', 'quote_policy'].map(
        (name) => `source.${name}`,
      ),
    ],
    reason: 'Mastodon has them, snac2 does not.',
  },
  {
    kind: 'invented field',
    where: STATUSES,
    fields: [
      ...['application', 'quote', 'quotes_count'],
      ...['blurhash', 'meta', 'preview_remote_url', 'text_url'].map((name) => `media_attachments[].${name}`),
    ],
    reason: 'Mastodon has them, snac2 does not.',
  },
];

const fieldOf = ({ real, simulated }: Difference) => (real || simulated).replace(/^\[\]\./, '');

function covers(known: KnownDifferences, difference: Difference): boolean {
  const { kind, where, fields } = known;
  const isField = fields === undefined || fields.includes(fieldOf(difference));
  return kind === difference.kind && where.includes(difference.where) && isField;
}

/** The differences that are not known, one per line. */
export function unknownDifferences(
  known: readonly KnownDifferences[],
  measured: readonly Difference[],
): readonly string[] {
  return measured
    .filter((difference) => !known.some((one) => covers(one, difference)))
    .map(({ kind, where, real, simulated }) => `${kind} | ${where} | ${real} | ${simulated}`);
}

/** What is listed as known and no longer differs. */
export function formerDifferences(
  known: readonly KnownDifferences[],
  measured: readonly Difference[],
): readonly string[] {
  return known.flatMap((one) => {
    const { kind, where, fields } = one;
    const covered = measured.filter((difference) => covers(one, difference));
    const lost = where.filter((place) => !covered.some((difference) => difference.where === place));
    const gone = (fields ?? []).filter((field) => !covered.some((other) => fieldOf(other) === field));
    return [...lost, ...gone].map((name) => `${kind} | ${name}`);
  });
}
