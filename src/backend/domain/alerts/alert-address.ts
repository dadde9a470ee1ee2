import type { AlertKind } from './alert-topics.js';

/** An address that alerts cannot be sent to. The message says why. */
export class AlertAddressInvalid extends Error {
  override readonly name = 'AlertAddressInvalid';
}

/** One plain address: no name, no list, no comment, so that nothing else can stand in a header. */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/;
export const MAX_ADDRESS_LENGTH = 500;

/**
 * The address as it is stored, and what of it is shown: the path of a chat's URL is a secret.
 *
 * @throws AlertAddressInvalid
 */
export function readAlertAddress(
  kind: AlertKind,
  written: string,
): { readonly address: string; readonly shown: string } {
  const address = written.trim();
  if (address.length > MAX_ADDRESS_LENGTH) throw new AlertAddressInvalid('The address is too long.');
  if (kind === 'email') {
    if (!EMAIL.test(address))
      throw new AlertAddressInvalid('Enter one email address, such as team@example.org.');
    return { address, shown: address };
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== '' || url.password !== '')
    throw new AlertAddressInvalid('Enter the whole URL that the chat shows for its incoming webhook.');
  return { address: url.href, shown: url.host };
}
