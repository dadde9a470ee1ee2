import { tableOf } from '../../bench/written-down.js';
import { PDF_BOMBS } from '../support/pdf/pdf-bombs.js';
import { ENTERED, REBOUND, REDIRECTED, RESOLVED } from './addresses/tries.js';
import { BOMBS, PAGE_BOMBS } from './bombs/tries.js';
import { FORGED_TOKENS, OTHER_ACTIONS, OTHER_CALLERS } from './confirmations/tries.js';
import { FOREIGN_PAGES, FORGED_FORMS, REBOUND_HOSTS } from './forms/tries.js';
import {
  FOREIGN_LIST,
  FOREIGN_OBJECT,
  FOREIGN_REFERENCE,
  TOOLS_WITHOUT_KEY,
  WITHOUT_KEY,
  WITHOUT_SESSION,
  WRONG_SCOPE,
} from './keys/tries.js';
import { ODD_NOTICES, UNSIGNED_NOTICES } from './notices/tries.js';
import { CLIMBING, INJECTED, LINK_TOKENS, REDIRECTS, SIGNED_CHANGES } from './paths/tries.js';
import { FORGED_CURSORS, QUERY_TEXTS } from './queries/tries.js';
import { SCRIPT_TRIES } from './scripts/tries.js';
import type { Try } from './support/tries.js';
import { WIRE } from './wire/tries.js';

interface HostileClass {
  readonly name: string;
  /** Its lists. A test makes each of their tries. */
  readonly tries: readonly (readonly Try[])[];
  readonly outcome: string;
}

/** Everything that is tried, in the order of the table in docs/safety.md. */
export const HOSTILE_CLASSES: readonly HostileClass[] = [
  {
    name: 'Operations and the endpoint for tools without a valid API key',
    tries: [WITHOUT_KEY, TOOLS_WITHOUT_KEY],
    outcome: 'Each gets 401, and nothing changes',
  },
  {
    name: 'Operations with a key of another scope only',
    tries: [WRONG_SCOPE],
    outcome: 'Each gets 403, and nothing changes',
  },
  {
    name: 'Objects of another workspace: in paths, lists and bodies',
    tries: [FOREIGN_OBJECT, FOREIGN_LIST, FOREIGN_REFERENCE],
    outcome: 'They do not exist for the caller',
  },
  {
    name: 'Pages and forms of the dashboard without a session',
    tries: [WITHOUT_SESSION],
    outcome: 'Each leads to the sign-in page',
  },
  {
    name: 'Addresses of this machine and its network (SSRF): sent, redirected to, resolved, rebound',
    tries: [ENTERED, REDIRECTED, RESOLVED, REBOUND],
    outcome: 'Refused. No connection is made',
  },
  {
    name: 'Requests from pages of other sites (CSRF, CORS, DNS rebinding)',
    tries: [FORGED_FORMS, FOREIGN_PAGES, REBOUND_HOSTS],
    outcome: 'Refused. Nothing changes, and nothing can be read',
  },
  {
    name: 'SQL in parameters and fields, and forged cursors',
    tries: [QUERY_TEXTS, FORGED_CURSORS],
    outcome: 'The text is data. Forged cursors are refused',
  },
  {
    name: 'Scripts in the texts of strangers and agents (XSS), on every page, in a browser',
    tries: [SCRIPT_TRIES],
    outcome: 'Shown as text. No script runs or is blocked',
  },
  {
    name: 'Confirmations that nobody gave: forged, for another action, of somebody else, expired',
    tries: [FORGED_TOKENS, OTHER_ACTIONS, OTHER_CALLERS],
    outcome: 'Nothing is published',
  },
  {
    name: 'Notices of networks: unsigned, signed by another app, changed, huge, nested, for other accounts',
    tries: [UNSIGNED_NOTICES, ODD_NOTICES],
    outcome: 'Refused or left out. Nothing is read or kept',
  },
  {
    name: 'Bytes that two HTTP servers could read differently (request smuggling)',
    tries: [WIRE],
    outcome: 'Refused, or read as one request',
  },
  {
    name: 'Bombs: JSON, forms, images, videos, compressed bodies and pages, long queries',
    tries: [BOMBS, PAGE_BOMBS],
    outcome: 'Answered within bounded memory',
  },
  {
    name: 'PDFs that unpack to gigabytes, refer to themselves, nest or never end',
    tries: [Object.keys(PDF_BOMBS).map((name) => ({ name }))],
    outcome: 'Read or refused within bounded time and memory, and the next PDF is read',
  },
  {
    name: 'Paths to files of the machine, and line ends in paths and queries',
    tries: [CLIMBING, INJECTED],
    outcome: 'No file is found, and no header is written',
  },
  {
    name: 'Sign-in links and signed addresses of files: guessed, changed, used again; redirects to other sites',
    tries: [LINK_TOKENS, REDIRECTS, SIGNED_CHANGES],
    outcome: 'Refused',
  },
];

export const countOf = ({ tries }: HostileClass): number => tries.reduce((sum, list) => sum + list.length, 0);

/** The table of docs/safety.md. */
export function hostileTable(): string {
  const rows = HOSTILE_CLASSES.map((one) => [one.name, countOf(one).toLocaleString('en'), one.outcome]);
  const all = HOSTILE_CLASSES.reduce((sum, one) => sum + countOf(one), 0).toLocaleString('en');
  return tableOf([['what', 'tries', 'what came of it'], ...rows, ['all', all, '']]);
}
