import type { Issue } from '../../contract/errors.js';
import type { Disclosure } from '../../contract/posts/content.js';
import { carries, type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';

/** What a person calls the disclosures. */
const WORDS: Readonly<Record<Disclosure, string>> = {
  own_brand: 'that a post advertises the account’s own business',
  paid_partnership: 'that a post is a paid partnership',
  ai_generated: 'that content was made by AI',
};

/** Finds disclosures that the network has no field for: left out in silence, they could break the law. */
export function disclosureIssues(target: PreflightTarget): Issue[] {
  return target.content.disclosure.flatMap((disclosure, place) => {
    const finding = untold(target, disclosure);
    return finding ? [issueOf(target, `${target.pointers.disclosure}/${place}`, finding)] : [];
  });
}

function untold(target: PreflightTarget, disclosure: Disclosure): Finding | null {
  const { disclosures } = target.rules;
  const rule = disclosures[disclosure];
  if (rule && (!rule.onlyWith || rule.onlyWith.includes(carries(target)))) return null;
  const allowed = Object.keys(disclosures);
  const when = rule?.onlyWith ? ` unless it carries ${rule.onlyWith.join(' or ')}` : '';
  return {
    code: 'disclosure_unsupported',
    message: `${nameOf(target)} cannot be told ${WORDS[disclosure]}${when}: it would be lost.`,
    actual: disclosure,
    allowed,
    ...(rule && { field: rule.field, figure: rule.offered }),
    fix: 'Say it in the text where the law asks for it, and leave it out of disclosure.',
  };
}
