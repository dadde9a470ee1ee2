import type { Style } from './style.js';
import { fitTo, padTo } from './width.js';

const BAR_CELLS = 24;

/** A progress line: `beans.mp4  ██████░░░░  48 %  12 MB/s`. */
export function progressLine(
  name: string,
  part: number | null,
  beside: string,
  { width, style }: { readonly width: number; readonly style: Style },
): string {
  const filled = Math.round(Math.min(1, part ?? 0) * BAR_CELLS);
  const bar = `${'█'.repeat(filled)}${style('dim', '░'.repeat(BAR_CELLS - filled))}`;
  const percent = part === null ? '' : `${String(Math.floor(part * 100)).padStart(3)} %  `;
  const available = Math.max(8, width - BAR_CELLS - percent.length - beside.length - 6);
  const shown = fitTo(name, Math.min(available, 40));
  return `${padTo(shown, Math.min(available, 20))}  ${bar}  ${percent}${beside}`;
}
