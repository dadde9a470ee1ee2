import { RequestRefused } from './refusal.js';

/** @param place where the NUL is, such as `The path` */
export function nulRefused(place: string): RequestRefused {
  return new RequestRefused(
    'malformed_request',
    `${place} contains a NUL character, which is not allowed in any text.`,
  );
}
