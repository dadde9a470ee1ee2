import { isPlainName } from '../../../../contract/plain-names.js';
import { actorWords } from '../../../../contract/posts/actor-words.js';
import type { Actor } from '../../../../contract/posts/actors.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { Facts } from '../../../answers/render-text.js';
import type { Untrusted } from '../../../answers/untrusted.js';

/**
 * Who drafted, approved and published a post; who published what they drafted is named once. Names that could be read as prose are quoted as untrusted
 * text.
 */
export function actorsOf({ draftedBy, approvedBy, publishedBy }: Post): {
  readonly facts: Facts;
  readonly untrusted: readonly Untrusted[];
} {
  const isAllOfOne = approvedBy === null && publishedBy?.keyId === draftedBy?.keyId;
  const all = Object.entries({ draftedBy, approvedBy, ...(!isAllOfOne && { publishedBy }) }).flatMap(
    ([name, actor]) => (actor ? [{ name, actor }] : []),
  );
  return {
    facts: Object.fromEntries(
      all.filter(({ actor }) => isPlain(actor)).map(({ name, actor }) => [name, actorWords(actor)]),
    ),
    untrusted: all
      .filter(({ actor }) => !isPlain(actor))
      .map(({ name, actor }) => ({ about: name, text: actorWords(actor) })),
  };
}

const isPlain = ({ label, person }: Actor): boolean =>
  isPlainName(label) && (person === null || isPlainName(person));
