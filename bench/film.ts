import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './figures.js';

const FILM = join(import.meta.dirname, '../test/fixtures/media/film.mp4');
export const FILM_BYTES = 500_000_000;

/** A real film, padded at the end with data that players skip. */
export function writeFilm(path: string): void {
  const film = readFileSync(FILM);
  const header = Buffer.from('\0\0\0\0free');
  header.writeUInt32BE(FILM_BYTES - film.length);
  const file = openSync(path, 'w');
  writeSync(file, film);
  writeSync(file, header);
  const piece = Buffer.alloc(1_000_000, 'Fernhill Coffee ');
  for (let left = FILM_BYTES - film.length - header.length; left > 0; left -= piece.length) {
    writeSync(file, piece, 0, Math.min(left, piece.length));
  }
  closeSync(file);
}

/** The median speed in MB/s. @param times durations in milliseconds */
export function filmSpeed(times: readonly number[]): number {
  return FILM_BYTES / 1e6 / (median(times) / 1000);
}
