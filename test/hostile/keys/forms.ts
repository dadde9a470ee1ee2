/**
 * Ways to send a key that must not open anything. `{full}` stands for a valid key with every scope, `{revoked}`,
 * `{expired}` and `{unknown}` (never issued, with a correct checksum) for others, `{hash}` for what the database stores
 * of the valid one, and `{session}` for the cookie of somebody signed in to the dashboard.
 */
export interface KeyForm {
  readonly name: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly query?: string;
}

const authorization = (value: string): KeyForm => ({
  name: `Authorization: ${value.slice(0, 60)}`,
  headers: [['authorization', value]],
});

export const KEY_FORMS: readonly KeyForm[] = [
  { name: 'no key' },
  ...[
    ...['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'Bearer true', 'Bearer 0', 'Bearer []'],
    ...[
      'Bearer __proto__',
      'Bearer constructor',
      'Bearer *',
      'Bearer %',
      "Bearer ' or 1=1 --",
      'Bearer ../..',
    ],
    ...['Bearer postrider_api_', 'Bearer postrider_api_%', `Bearer ${'a'.repeat(7000)}`],
    ...['Bearer {revoked}', 'Bearer {expired}', 'Bearer {unknown}', 'Bearer {hash}', 'Bearer {session}'],
    ...['{full}', 'Basic {full}', 'Basic {base64}', 'Token {full}', 'ApiKey {full}', 'Digest {full}'],
    ...['Negotiate {full}', 'Bearer: {full}', 'Bearer,{full}', 'Bearer={full}', 'Bearer{full}'],
    ...['Bearer "{full}"', "Bearer '{full}'", 'Bearer <{full}>', 'Bearer {full}x', 'Bearer x{full}'],
    ...['Bearer {full} {full}', 'Bearer {full}, Bearer {full}', 'Bearer {unknown}, Bearer {full}'],
    ...['Bearer Bearer {full}', 'Bearer\t{full}', 'Bearer {cut}', 'Bearer {prefix}', 'Bearer {upper}'],
    ...[
      'Bearer {swapped}',
      'Bearer {reversed}',
      'Bearer {base64}',
      'Bearer {percent}',
      'Bearer {full}\u00a0',
    ],
  ].map(authorization),
  {
    name: 'a second Authorization header',
    headers: [
      ['authorization', 'Bearer {unknown}'],
      ['authorization', 'Bearer {full}'],
    ],
  },
  ...['x-api-key', 'api-key', 'x-auth-token', 'postrider-api-key', 'proxy-authorization', 'x-authorization']
    .concat(['x-forwarded-authorization', 'x-original-authorization', 'x-http-authorization'])
    .map((name): KeyForm => ({ name: `${name}: {full}`, headers: [[name, 'Bearer {full}']] })),
  ...['authorization={full}', 'api_key={full}', '{name}={full}', '{cookie}'].map(
    (cookie): KeyForm => ({ name: `Cookie: ${cookie}`, headers: [['cookie', cookie]] }),
  ),
  ...[
    'api_key={full}',
    'access_token={full}',
    'key={full}',
    'token={full}',
    'authorization=Bearer+{full}',
  ].map((query): KeyForm => ({ name: `?${query}`, query })),
];
