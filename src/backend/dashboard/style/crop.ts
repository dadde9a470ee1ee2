/** The dialog that crops a picture. */
export const CROP = `
dialog.crop { width: min(46rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 1.5rem); overflow: auto; }
.crop > form { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); }
.crop > form > p { margin: 0; } #crop-problem:empty { display: none; }
.crop-ratios { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; border: 0; }
.crop-ratios label { cursor: pointer; }
.crop-ratios label > span { display: flex; align-items: center; gap: .3rem; padding: .3rem .75rem; border: 1px solid var(--line-strong); border-radius: 999px; font-size: .88rem; font-weight: 600; }
.crop-ratios input:checked + span { border-color: var(--accent); background: var(--accent-soft); }
.crop-ratios input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 1px; }
.crop-ratios .net { transform: scale(.8); margin-inline: -.1rem; }
.crop-stage { position: relative; justify-self: center; overflow: hidden; border-radius: 6px; background: var(--sunk); user-select: none; }
.crop-stage img { display: block; width: auto; height: auto; max-width: 100%; max-height: 48dvh; pointer-events: none; }
.crop-frame { position: absolute; cursor: move; touch-action: none; border: 2px solid #fff; outline: 1px solid rgb(0 0 0 / .7); box-shadow: 0 0 0 100vmax rgb(0 0 0 / .55); }
.crop-frame:focus-visible { outline: 2px solid var(--accent); outline-offset: -4px; border-radius: 0; }
.crop-corner { position: absolute; width: 1.75rem; height: 1.75rem; touch-action: none; }
.crop-corner::after { content: ""; position: absolute; inset: .35rem; border: 3px solid #fff; border-radius: 3px; background: rgb(0 0 0 / .55); }
.crop-corner.left { left: -.35rem; } .crop-corner.right { right: -.35rem; } .crop-corner.top { top: -.35rem; } .crop-corner.bottom { bottom: -.35rem; }
.crop-corner.left.top, .crop-corner.right.bottom { cursor: nwse-resize; } .crop-corner.right.top, .crop-corner.left.bottom { cursor: nesw-resize; }
.crop-sides { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .6rem; }
.crop-sides .field { margin: 0; }
.crop .buttons { margin-top: .2rem !important; }
@media (max-width: 46rem) { dialog.crop { padding: 1rem; } .crop-stage img { max-height: 40dvh; } }
`;
