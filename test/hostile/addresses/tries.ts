import { pairs, type Try } from '../support/tries.js';
import { LITERALS } from './literals.js';

/** Addresses of this machine, of private networks, of cloud metadata, and of ranges that nobody is reached at. */
const INNER = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1'],
  ...['169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
] as const;

type Bytes = readonly [number, number, number, number];

const bytesOf = (address: string): Bytes => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a, b, c, d];
};

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const numberOf = ([a, b, c, d]: Bytes): number => ((a * 256 + b) * 256 + c) * 256 + d;
const groups = ([a, b, c, d]: Bytes): string => `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
const fullWidth = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** Ways to write an IPv4 address so that a filter for the usual form does not see it. */
const SPELLINGS: Readonly<Record<string, (bytes: Bytes) => string>> = {
  dotted: (bytes) => bytes.join('.'),
  'one number': (bytes) => String(numberOf(bytes)),
  'one hexadecimal number': (bytes) => `0x${numberOf(bytes).toString(16)}`,
  'one octal number': (bytes) => `0${numberOf(bytes).toString(8)}`,
  'hexadecimal parts': (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  'octal parts': (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  'parts with zeros in front': (bytes) => bytes.map((byte) => `0x000${byte.toString(16)}`).join('.'),
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'mixed parts': ([a, b, c, d]) => `0x${a.toString(16)}.0${b.toString(8)}.${c * 256 + d}`,
  'a trailing dot': (bytes) => `${bytes.join('.')}.`,
  'full-width digits': (bytes) => fullWidth(bytes.join('.')),
  'ideographic dots': (bytes) => bytes.join('。'),
  'percent-encoded': (bytes) => bytes.join('.').replaceAll(/\d/g, (digit) => `%3${digit}`),
  'a soft hyphen': (bytes) => bytes.join('.').replace('.', '.\u00ad'),
  'IPv4-mapped': (bytes) => `[::ffff:${bytes.join('.')}]`,
  'IPv4-mapped, hexadecimal': (bytes) => `[0:0:0:0:0:ffff:${groups(bytes)}]`,
  'IPv4-compatible': (bytes) => `[::${bytes.join('.')}]`,
  'IPv4-translated': (bytes) => `[::ffff:0:${bytes.join('.')}]`,
  NAT64: (bytes) => `[64:ff9b::${groups(bytes)}]`,
  'local NAT64': (bytes) => `[64:ff9b:1::${groups(bytes)}]`,
  '6to4': (bytes) => `[2002:${groups(bytes)}::1]`,
  Teredo: (bytes) => `[2001:0:${groups(bytes)}::1]`,
  ISATAP: (bytes) => `[fe80::5efe:${groups(bytes)}]`,
};

/** An address that nothing may be sent to. `PORT` is the port of a server on this machine. */
interface InnerAddress extends Try {
  readonly url: string;
}

const SPELLED: readonly InnerAddress[] = pairs(INNER, Object.entries(SPELLINGS)).map(
  ([address, [spelling, write]]) => ({
    name: `${address}, ${spelling}`,
    url: `http://${write(bytesOf(address))}:PORT/`,
  }),
);

const ADDRESSES: readonly InnerAddress[] = [...LITERALS.map(([name, url]) => ({ name, url })), ...SPELLED];

/** The ways in which an address reaches a fetch through the API. */
const ENTRIES = ['sources.ingest', 'media.create', 'webhooks.create', 'webhooks.update'] as const;
type Entry = (typeof ENTRIES)[number];

/** Every address through every entry. */
export const ENTERED: readonly (Try & { readonly entry: Entry; readonly url: string })[] = pairs(
  ENTRIES,
  ADDRESSES,
).map(([entry, { name, url }]) => ({ name: `${entry}: ${name}`, entry, url }));

/** Every spelled address as the target of a public site’s redirect. */
export const REDIRECTED: readonly InnerAddress[] = SPELLED;

/** Addresses that a name server can give for a public name. */
export const RESOLVED: readonly (Try & { readonly addresses: readonly string[] })[] = [
  ...INNER.flatMap((address): readonly string[][] => [
    [address],
    ['93.184.215.14', address],
    [address, '93.184.215.14'],
    [`::ffff:${address}`],
    [`64:ff9b::${groups(bytesOf(address))}`],
    [`2002:${groups(bytesOf(address))}::1`],
  ]),
  ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', 'fc00::1', 'fec0::1', 'ff02::1', '100::1'].map(
    (address) => [address],
  ),
  ...['2001:db8::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '::127.0.0.1', 'not an address', ''].map(
    (address) => [address],
  ),
].map((addresses) => ({ name: addresses.join(', '), addresses }));

/** After how many public answers a name server turns to this machine, and whether a redirect leads there. */
export const REBOUND: readonly (Try & { readonly publicAnswers: number; readonly hops: number })[] = pairs(
  [0, 1, 2, 3, 4, 5],
  [0, 1, 2, 3, 4, 5],
).map(([publicAnswers, hops]) => ({
  ...{ publicAnswers, hops },
  name: `${publicAnswers} public answers, ${hops} redirects`,
}));
