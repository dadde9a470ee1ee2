import type { FC } from 'hono/jsx';
import type { PageAccount } from './network-page.js';

const TONES = 6;

/** A colour derived from the name, so that an account has the same colour on all networks. */
export function toneOf({ displayName }: PageAccount): number {
  let sum = 0;
  for (const letter of displayName) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % TONES;
}

function initialsOf({ displayName, handle }: PageAccount): string {
  const words = (displayName.trim() || handle).split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

export const Avatar: FC<{ readonly account: PageAccount }> = ({ account }) => (
  <span class={`avatar tone-${toneOf(account)}`} aria-hidden="true">
    {initialsOf(account)}
  </span>
);
