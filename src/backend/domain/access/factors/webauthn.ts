import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';

/** The server as passkeys know it. */
export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The server as passkeys know it at the host that a browser uses; null: browsers create passkeys only for host names, over
 * https or at `localhost`.
 *
 * @param host the `Host` header, which the server has checked
 */
export function relyingPartyAt(publicUrl: string, host: string | undefined): RelyingParty | null {
  if (host !== undefined && /^localhost(:\d+)?$/i.test(host)) {
    return { id: 'localhost', origin: `http://${host.toLowerCase()}` };
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}

/** Characters of one field: a key of any kind fits. */
const MAX_FIELD_LENGTH = 20_000;

const encoded = z
  .string()
  .max(MAX_FIELD_LENGTH)
  .regex(/^[\w-]+$/);
const common = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

const CREATED = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

const SIGNED = z.object({
  ...common,
  response: z.object({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
});

/** What a browser answers when it has created a passkey; null: it is not such an answer. */
export const readCreated = (text: string): RegistrationResponseJSON | null => read(CREATED, text);

/** What a browser answers when a passkey has signed; null: it is not such an answer. */
export const readSigned = (text: string): AuthenticationResponseJSON | null => read(SIGNED, text);

function read<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return shape.safeParse(value).data ?? null;
}
