import { isLoopback } from '../../../base/loopback.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, problem } = findingsOf('settings');

type Env = Readonly<Record<string, string | undefined>>;

/** Certificate variables that Node reads itself. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'] as const;

/** The proxy used to reach the backend, if any, without its password. */
export function proxyFindings(baseUrl: string, env: Env): Finding[] {
  const set = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => {
    const given = [name, name.toUpperCase()].find((one) => (env[one] ?? '') !== '');
    return given === undefined ? [] : [{ name: given, value: withoutPassword(env[given] ?? '') }];
  });
  const facts = { variables: Object.fromEntries(set.map(({ name, value }) => [name, value])) };
  const words = set.map(({ name, value }) => `${name}=${value}`).join(', ');
  const local = URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  return [proxyFinding(set, words, local, facts), ...certificateFindings(env)];
}

function proxyFinding(
  set: readonly { readonly name: string; readonly value: string }[],
  words: string,
  local: boolean,
  facts: Finding['facts'],
): Finding {
  if (set.every(({ name }) => /no_proxy/i.test(name))) return ok('proxy', 'No proxy is set', facts);
  const broken = set.find(
    ({ name, value }) =>
      !/no_proxy/i.test(name) &&
      !(URL.canParse(value) && /^(https?|socks5?):$/.test(new URL(value).protocol)),
  );
  if (broken !== undefined && !local)
    return problem(
      'proxy',
      `${broken.name} is not a proxy URL.`,
      'Write it like http://proxy.example.org:8080, or unset it.',
      facts,
    );
  return local
    ? ok('proxy', `Not used for this machine (${words})`, facts)
    : ok('proxy', `In the environment: ${words}`, facts);
}

function certificateFindings(env: Env): Finding[] {
  const extra = CERTIFICATES.filter((name) => (env[name] ?? '') !== '');
  return [
    ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [
          warning(
            'certificates',
            'NODE_TLS_REJECT_UNAUTHORIZED=0: anyone on the network path can impersonate the backend and read the key.',
            'Unset it, and add your authority’s certificate with NODE_EXTRA_CA_CERTS.',
          ),
        ]
      : []),
    ...(extra.length === 0
      ? []
      : [
          ok(
            'certificates:extra',
            `Additional certificate authorities: ${extra.map((name) => `${name}=${env[name]}`).join(', ')}`,
          ),
        ]),
  ];
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address.replace(/\/\/[^@/]*@/, '//…@');
  const url = new URL(address);
  if (url.password === '' && url.username === '') return address;
  return address.replace(/\/\/[^@/]*@/, '//…@');
}
