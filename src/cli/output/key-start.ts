/** `postrider_api_` and the first four characters of the secret, which identify a key to its owner. */
const PREFIX_LENGTH = 'postrider_api_'.length + 4;

/** The part of a key that is safe to show: the API's `prefix`, or two characters of anything else. */
export function keyStart(key: string): string {
  return key.startsWith('postrider_api_')
    ? key.slice(0, Math.min(PREFIX_LENGTH, key.length - 1))
    : key.slice(0, 2);
}
