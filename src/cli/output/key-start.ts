/** `postrider_api_` and the first four characters of the secret: by them a person knows a key. */
const SHOWN = 'postrider_api_'.length + 4;

/** What may be shown of a key: as the service's `prefix`; of what is no key, nothing that could be a secret. */
export function keyStart(key: string): string {
  return key.startsWith('postrider_api_') ? key.slice(0, Math.min(SHOWN, key.length - 1)) : key.slice(0, 2);
}
