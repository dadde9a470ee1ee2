/** Who an avatar is of. */
interface Named {
  readonly displayName: string;
  /** Without the leading @. */
  readonly handle: string;
}

/** The backgrounds of drawn avatars, all dark enough for white letters. */
export const AVATAR_TONES = ['#7a4a2b', '#5b4a86', '#31547f', '#8a3d52', '#2f6b4f', '#7d5f16'] as const;

/** A tone derived from the name, so that an account has the same colour everywhere. */
export function toneOf({ displayName }: Pick<Named, 'displayName'>): number {
  let sum = 0;
  for (const letter of displayName) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % AVATAR_TONES.length;
}

/** One or two letters for a name: `NC` for Northwind Coffee. */
export function initialsOf({ displayName, handle }: Named): string {
  const words = (displayName.trim() || handle).split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

/** The file name of a drawn avatar, as part of a URL: it holds all that the drawing needs. */
export function avatarFile(account: Named): string {
  return `avatar-${toneOf(account)}-${encodeURIComponent(initialsOf(account))}.svg`;
}

/** The drawing for a file name; null if it is not the name of an avatar. */
export function avatarSvg(name: string): string | null {
  const [, tone = '', letters = ''] = /^avatar-(\d)-(.{1,8})\.svg$/u.exec(name) ?? [];
  const colour = AVATAR_TONES[Number.parseInt(tone, 10)];
  if (colour === undefined) return null;
  const text = letters.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="${colour}"/><text x="40" y="40" fill="#fff" font-family="system-ui, sans-serif" font-size="30" font-weight="600" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}
