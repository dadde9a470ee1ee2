import { findZone } from './find-zone.js';

/** The zone of this machine's clock; null if it has no IANA name. For an invalid TZ, Node returns `Etc/Unknown` or undefined. */
export function machineZone(): string | null {
  // The declared type is `string`, but TZ=Nonsense gives undefined.
  const named: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = findZone(named ?? '');
  return zone.ok ? zone.name : null;
}
