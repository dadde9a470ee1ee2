/** The media library. */
export const MEDIA = `
.media-grid { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: .9rem; }
.media-grid:empty { margin: 0; }
.media-tile { position: relative; display: grid; gap: .15rem; align-content: start; padding: .5rem .5rem .6rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); min-width: 0; grid-template-columns: minmax(0, 1fr); }
.media-tile:hover, .media-tile:focus-within { border-color: var(--line-strong); }
.media-tile > .row-link { font-weight: 500; display: block; }
.row-link.one-line { display: block; }
.media-picture { position: relative; display: grid; place-items: center; aspect-ratio: 1; margin-bottom: .3rem; border-radius: 7px; background: var(--sunk); overflow: hidden; }
.media-picture img { width: 100%; height: 100%; object-fit: cover; }
.media-kind { position: absolute; right: .4rem; bottom: .4rem; display: grid; place-items: center; width: 1.7rem; height: 1.7rem; border-radius: 50%; background: rgb(0 0 0 / .6); color: #fff; font-size: .75rem; }
.media-tile > .one-line.soft { white-space: normal; }
.media-use { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .6rem; }
.above-link { position: relative; z-index: 1; }
/* The chooser lies over its box, so that a click anywhere opens it. */
.media-drop { position: relative; display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .9rem; min-height: 2.75rem; padding: .6rem .9rem; border: 1px dashed var(--line-strong); border-radius: var(--radius); align-content: center; }
.media-drop.apart { padding: 1.1rem 1rem; margin-bottom: 1rem; }
.media-drop > label { font-weight: 600; font-size: .88rem; }
.media-drop > label::before { content: "+"; margin-right: .5rem; color: var(--accent); font-weight: 700; }
.media-drop > input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.media-drop:hover { border-color: var(--soft); background: var(--sunk); }
.media-drop:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.media-ways { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .6rem; }
.media-ways > .media-drop { flex: 1 1 16rem; }
.dropping > .media-drop, .dropping .media-ways > .media-drop { border-color: var(--accent); background: var(--accent-soft); }
.alt-field > .button { justify-self: start; margin-top: .4rem; }
.media-whole { margin: 0; min-width: 0; }
.media-whole img, .media-whole video { display: block; max-width: 100%; max-height: 75vh; border-radius: var(--radius); border: 1px solid var(--line); }
`;
