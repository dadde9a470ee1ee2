import { withAddress } from '../../src/contract/assistant-hosts.js';
import { tableOf } from './tools-page.js';
import { WALKED_HOSTS, type WalkedHost } from './walked-hosts.js';

/** What programs do when they sign in, as the tests have seen it. @param address of `/mcp` in examples */
export function walkedHostsSection(address: string): string[] {
  return [
    '## Hosts that were seen to sign in',
    '',
    '`npm run test:hosts` signs in with these programs in a browser, lists tools, calls one, lets the access token expire, which each of them renews, and disconnects the program in the dashboard.',
    '',
    ...tableOf(
      ['host', 'introduces itself', 'waits for the answer at'],
      WALKED_HOSTS.map((host) => [nameOf(host), introductionOf(host), placeOf(host)]),
    ),
    '',
    'What you do, and what they do after you disconnect them:',
    '',
    ...WALKED_HOSTS.flatMap((host) => [
      `- **${host.name}.** ${withAddress(host.steps, address)}${host.note === undefined ? '' : ` ${host.note}`}`,
      ...(host.whenEnded === undefined
        ? []
        : [`  - When disconnected it prints “${host.saysWhenEnded}”. ${host.whenEnded}`]),
    ]),
    '',
  ];
}

const nameOf = ({ name, package: spec }: WalkedHost): string =>
  `${name} ${spec.slice(spec.lastIndexOf('@') + 1)}`;

const introductionOf = ({ clientName, document }: WalkedHost): string =>
  `“${clientName}”, ${document === undefined ? 'registers' : `with the document \`${document}\``}`;

const placeOf = ({ redirect }: WalkedHost): string =>
  `\`${redirect}\`${new URL(redirect).port === '' ? ', any port' : ''}`;
