import type { LabelColor } from '../../../contract/labels/values.js';

/** Text and ground of each color, in light and dark: at least 4.5 to 1. */
const COLORS: Readonly<Record<LabelColor, readonly [ink: string, ground: string]>> = {
  gray: ['light-dark(#4a443c, #d9d2c8)', 'light-dark(#ece8e1, #37322c)'],
  red: ['light-dark(#8f1f14, #f8b9b0)', 'light-dark(#fbe3df, #4a201a)'],
  orange: ['light-dark(#7f3a06, #f9c08d)', 'light-dark(#fce6d4, #47290f)'],
  yellow: ['light-dark(#664a00, #ecd27a)', 'light-dark(#f9edc4, #3d3208)'],
  green: ['light-dark(#17572b, #9fdcae)', 'light-dark(#dff1e2, #173a22)'],
  blue: ['light-dark(#1d4675, #a9cbf2)', 'light-dark(#dfeaf8, #1b3350)'],
  purple: ['light-dark(#53307f, #d0b8f2)', 'light-dark(#ece4f8, #35244f)'],
  pink: ['light-dark(#86204f, #f5b3d2)', 'light-dark(#fbe2ee, #471d33)'],
};

/** Labels of posts, and the field for them. */
export const LABELS = `
.labels { position: relative; display: inline-flex; flex-wrap: wrap; gap: .25rem; vertical-align: middle; }
.label {
  display: inline-block; max-width: 14rem; padding: .05rem .5rem; border-radius: 999px;
  font-size: .8rem; font-weight: 550; line-height: 1.45; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
${Object.entries(COLORS)
  .map(([name, [ink, ground]]) => `.label-${name} { color: ${ink}; background: ${ground}; }`)
  .join('\n')}
/* In the ink of its colour, so that it shows on every ground. */
.label-dots { display: inline-flex; flex: none; gap: .15rem; margin-inline: .25rem; vertical-align: middle; }
.label-dot { width: .5rem; height: .5rem; border-radius: 50%; background: currentcolor; }
.hover-card .labels { flex-wrap: wrap; }
/* The link of the row lies over its labels. */
.dense-text .labels { margin-left: .5rem; flex-wrap: nowrap; pointer-events: none; }
.dense-text .label { max-width: 9rem; }
.label-field { border: 0; margin: 0; padding: 0; min-width: 0; }
.label-field legend { padding: 0; margin-bottom: .3rem; font-size: .87rem; color: var(--soft); }
.label-boxes { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; }
.label-box { display: inline-flex; align-items: center; gap: .3rem; max-width: 100%; cursor: pointer; min-height: 1.9rem; padding: .15rem .65rem; }
.label-box:not(:has(:checked)) { text-decoration: line-through; opacity: .75; }
.label-input { width: 10rem; min-width: 0; }
.label-form { display: grid; gap: .6rem; justify-items: start; }
.label-row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .6rem 1rem; align-items: center; }
.saved-texts { margin-top: .5rem; }
.saved-texts > summary { margin-left: -.5rem; }
.saved-list { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .5rem; max-height: 12rem; overflow: auto; }
.saved-list .button { max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.label-edit { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: .5rem 0; }
.label-edit .field { margin: 0; }
.label-edit :is(input, select, .button) { min-height: 2.75rem; }
`;
