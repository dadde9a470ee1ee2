import { findZone } from './find-zone.js';

/** The zone of this machine's clock; null where it has none by name: Node calls what TZ names wrongly `Etc/Unknown`, or nothing. */
export function machineZone(): string | null {
  // Its type promises a name; for TZ=Nonsense there is none.
  const named: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = findZone(named ?? '');
  return zone.ok ? zone.name : null;
}
