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
.media-use { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .6rem; }
.above-link { position: relative; z-index: 1; }
.media-drop { padding: .7rem 1rem; border: 1px dashed var(--line-strong); border-radius: var(--radius); }
.dropping > .media-drop { border-color: var(--accent); background: var(--accent-soft); }
.media-whole { margin: 0; min-width: 0; }
.media-whole img, .media-whole video { display: block; max-width: 100%; max-height: 75vh; border-radius: var(--radius); border: 1px solid var(--line); }
`;
