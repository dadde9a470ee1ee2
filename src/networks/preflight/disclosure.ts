import type { Issue } from '../../contract/errors.js';
import type { Disclosure } from '../../contract/posts/content.js';
import { carries, type Finding, goesToInbox, issueOf, nameOf, type PreflightTarget } from './target.js';

/** The disclosures in messages. */
const DISCLOSURE_WORDS: Readonly<Record<Disclosure, string>> = {
  own_brand: 'that a post promotes the account’s own business',
  paid_partnership: 'that a post is a paid partnership',
  ai_generated: 'that content is AI-generated',
};

/** Errors for disclosures the network has no field for: dropping one silently could break the law. */
export function disclosureIssues(target: PreflightTarget): Issue[] {
  return target.content.disclosure.flatMap((disclosure, index) => {
    const finding = unsupportedDisclosure(target, disclosure);
    return finding ? [issueOf(target, `${target.pointers.disclosure}/${index}`, finding)] : [];
  });
}

function unsupportedDisclosure(target: PreflightTarget, disclosure: Disclosure): Finding | null {
  if (goesToInbox(target)) return lostDisclosure(target, disclosure);
  const { disclosures } = target.rules;
  const rule = disclosures[disclosure];
  if (rule && (!rule.onlyWith || rule.onlyWith.includes(carries(target)))) return null;
  const allowed = Object.keys(disclosures);
  const when = rule?.onlyWith ? ` unless the post has ${rule.onlyWith.join(' or ')}` : '';
  return {
    code: 'disclosure_unsupported',
    message: `${nameOf(target)} has no field to disclose ${DISCLOSURE_WORDS[disclosure]}${when}, so the disclosure would be lost.`,
    actual: disclosure,
    allowed,
    ...(rule && { field: rule.field, figure: rule.offered }),
    fix: 'Disclose it in the text if the law requires it, and remove it from `disclosure`.',
  };
}

function lostDisclosure(target: PreflightTarget, disclosure: Disclosure): Finding {
  return {
    code: 'disclosure_unsupported',
    message: `The inbox of ${nameOf(target)} has no field to disclose ${DISCLOSURE_WORDS[disclosure]}, so the disclosure would be lost.`,
    actual: disclosure,
    allowed: [],
    fix: 'Remove it from `disclosure`, and set it in the app when you finish the post.',
  };
}
