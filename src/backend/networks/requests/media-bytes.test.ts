import { expect, it } from 'vitest';
import { formWith } from './media-bytes.js';

it.each([
  ['image/jpeg', 'med_1.jpg'],
  ['image/png', 'med_1.png'],
  ['image/svg+xml', 'med_1.svg'],
  ['video/mp4', 'med_1.mp4'],
  ['video/quicktime', 'med_1.mov'],
  ['video/webm; codecs="vp9"', 'med_1.webm'],
])('names a file of the type %s so that servers know it', (contentType, name) => {
  const size = { bytes: 0, width: null, height: null };
  const open = () => new Blob([]).stream();
  const medium = { key: 'med_1', contentType, altText: null, publicUrl: null, open, ...size };
  expect(formWith('file', medium).file.name).toBe(name);
});
