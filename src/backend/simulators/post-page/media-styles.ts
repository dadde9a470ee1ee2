/** How the images and videos of a post lie in the box that its network gives them. */
export const MEDIA_STYLES = `
.picture.shown { background: var(--field, #eff3f4); }
.picture.shown::before { content: none; }
.picture.shown img, .picture.shown video { display: block; width: 100%; height: 100%; min-width: 0; min-height: 0; object-fit: cover; }
.picture.shown video { background: #000; object-fit: contain; }
.alone .picture.one, .column .picture.one { aspect-ratio: auto; height: auto; }
.alone .picture.one img, .alone .picture.one video, .column .picture.one img, .column .picture.one video { height: auto; max-height: 720px; }
.picture.tiles { display: grid; gap: 2px; grid-template-columns: 1fr 1fr; grid-auto-rows: 1fr; }
.picture.tiles.of-3 > :first-child { grid-row: span 2; }
.picture.strip { justify-content: flex-start; overflow-x: auto; scroll-snap-type: x mandatory; }
.picture.strip > img, .picture.strip > video { flex: 0 0 100%; scroll-snap-align: start; }
`;
