import { allows, type Role, roleFor } from '../../../contract/roles.js';
import { rightOfAddress } from './rights-of-paths.js';

/** The opening tag of a form, link or button, up to its end. Attributes are written by JSX, which escapes quotes. */
const TAG = /<(form|a|button)\b((?:[^>"]|"[^"]*")*)>/g;

const ATTRIBUTE = { form: /\baction="([^"]*)"/, a: /\bhref="([^"]*)"/, button: /\bformaction="([^"]*)"/ };

/**
 * A page as somebody in a role sees it: forms, buttons and links that the role does not allow are disabled and say which
 * role they need. The pages themselves do not have to know, and the routes refuse forms that are sent all the same.
 *
 * @param html of the dashboard's own pages, whose texts JSX has escaped
 */
export function withoutDenied(html: string, role: Role): string {
  if (role === 'owner') return html;
  let denied: Role | null = null;
  let last = 0;
  const parts: string[] = [];
  for (const found of html.matchAll(TAG)) {
    const [tag, name, attributes = ''] = found;
    const kind = name as keyof typeof ATTRIBUTE;
    if (kind === 'form') denied = neededAt('POST', ATTRIBUTE.form.exec(attributes)?.[1], role);
    const changed = changedTag(kind, tag, attributes, denied, role);
    if (changed === tag) continue;
    parts.push(html.slice(last, found.index), changed);
    last = found.index + tag.length;
  }
  parts.push(html.slice(last));
  return parts.join('');
}

function changedTag(
  kind: keyof typeof ATTRIBUTE,
  tag: string,
  attributes: string,
  deniedForm: Role | null,
  role: Role,
): string {
  if (kind === 'a') {
    const needed = neededAt('GET', ATTRIBUTE.a.exec(attributes)?.[1], role);
    if (needed === null || !/\bclass="[^"]*\bbutton\b/.test(attributes)) return tag;
    return `<a aria-disabled="true" title="${reason(needed)}"${attributes.replace(ATTRIBUTE.a, '')}>`;
  }
  if (kind === 'form') return tag;
  const own = ATTRIBUTE.button.exec(attributes)?.[1];
  const needed = own === undefined ? deniedForm : neededAt('POST', own, role);
  // A button of no form is a script's.
  if (needed === null || /\btype="button"/.test(attributes)) return tag;
  return `<button disabled title="${reason(needed)}"${attributes}>`;
}

/** The role that an address needs, if this one is not enough. */
function neededAt(method: 'GET' | 'POST', address: string | undefined, role: Role): Role | null {
  const right = address === undefined ? null : rightOfAddress(method, address);
  return right === null || allows(role, right) ? null : roleFor(right);
}

const reason = (role: Role): string => `Needs the role ${role}: ask an owner of this workspace`;
