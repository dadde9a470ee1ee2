import { ALERT_KINDS, type AlertKind, MAX_ALERT_ADDRESS_LENGTH } from '../../../contract/alerts/alerts.js';
import { type RequestRefused, refusalOfIssue } from '../../operations/refusal.js';

/** One plain address: no name, no list, no comment, so that nothing else can stand in a header. */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/;

/**
 * The address as it is stored, and what of it is shown: the path of a chat's URL is a secret, of which only the end is
 * shown, to tell two chats apart.
 *
 * @throws RequestRefused `validation_failed`
 */
export function readAlertAddress(
  kind: AlertKind,
  written: string,
): { readonly address: string; readonly shown: string } {
  const address = written.trim();
  if (address.length > MAX_ALERT_ADDRESS_LENGTH) throw refusedAddress('The address is too long.');
  if (kind === 'email') {
    if (!EMAIL.test(address)) throw refusedAddress('Enter one email address, such as team@example.org.');
    return { address, shown: address };
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== '' || url.password !== '')
    throw refusedAddress(
      `Enter the whole URL that the chat shows for its incoming webhook (${ALERT_KINDS[kind].address}).`,
    );
  return { address: url.href, shown: shownUrl(url) };
}

/** Characters of the end of a URL that are shown. */
const SHOWN_END = 4;
/** A secret of fewer characters is not shown in part. */
const MIN_SECRET_LENGTH = 20;

function shownUrl({ host, pathname, search }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return search === '' && last.length >= MIN_SECRET_LENGTH ? `${host} …${last.slice(-SHOWN_END)}` : host;
}

/** @param message a sentence that says what to enter */
export function refusedAddress(message: string): RequestRefused {
  return refusalOfIssue('validation_failed', { message, pointer: '/address' });
}
