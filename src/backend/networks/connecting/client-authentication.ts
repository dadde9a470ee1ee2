import type { AppAccess } from '../../../networks/access.js';

/** An app as requests name it; an empty secret: it has none. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface ClientAuthentication {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** How requests to a network's token address say and prove which app sends them (RFC 6749, section 2.3.1). */
export function clientAuthentication(
  { idParameter = 'client_id', secretIn }: Pick<AppAccess, 'idParameter' | 'secretIn'>,
  { clientId, clientSecret }: ClientCredentials,
): ClientAuthentication {
  const fields = { [idParameter]: clientId };
  if (clientSecret === '') return { headers: {}, fields };
  if (secretIn === 'body') return { headers: {}, fields: { ...fields, client_secret: clientSecret } };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return { headers: { authorization: `Basic ${basic}` }, fields };
}
