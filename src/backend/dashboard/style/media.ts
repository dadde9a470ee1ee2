/** What shows images and videos: in the form for a post, and on a post's page. */
export const MEDIA = `
.media-field .field { margin: 0; }
.media-field.dropping { border-color: var(--accent); background: var(--accent-soft); }
.media-list { list-style: none; margin: 0; padding: 0; display: grid; gap: .8rem; }
.media-list:not(:empty) { margin-bottom: .9rem; }
.media-item { display: flex; gap: .9rem; align-items: flex-start; padding-bottom: .8rem; border-bottom: 1px solid var(--line); }
.media-words { flex: 1; min-width: 0; display: grid; gap: .3rem; }
.media-item .buttons { gap: .1rem; margin-left: -.5rem; }
.thumb { width: 6rem; height: 6rem; flex: none; object-fit: cover; border-radius: 8px; background: var(--sunk); border: 1px solid var(--line); }
.thumb.none { display: grid; place-items: center; color: var(--soft); font-size: .87rem; }
input[type=file] { max-width: 100%; color: var(--soft); font: inherit; }
input[type=file]::file-selector-button {
  margin-right: .8rem; padding: .4rem .9rem; border-radius: 8px; cursor: pointer; border: 1px solid var(--line-strong);
  background: var(--card); color: var(--ink); font: 600 .92rem/1.3 var(--sans);
}
.post-media { list-style: none; margin: 0; padding: 0; display: grid; gap: .9rem; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); }
.post-media figure { margin: 0; padding: .6rem; }
.post-media img, .post-media video { display: block; width: 100%; max-height: 22rem; object-fit: contain; border-radius: 6px; background: var(--sunk); }
.post-media figcaption { display: grid; gap: .2rem; padding: .5rem .3rem 0; }
@media (max-width: 46rem) { .thumb { width: 4rem; height: 4rem; } }
`;
