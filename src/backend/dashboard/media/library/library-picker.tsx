import { MEDIA_KINDS, type Media } from '../../../../contract/media/media.js';
import { mediaMode } from '../../compose/media-acts.js';
import type { Form } from '../../form.js';
import type { User } from '../../user.js';
import { COMMON_TRAY, idIn, trayNamed } from '../trays.js';
import { type LibraryFilter, readLibrary, readLibraryFilter, STEP } from './library-filter.js';
import { MediaGrid, nameOf } from './library-grid.js';

/** What the library shows inside the form of a post. */
export interface LibraryView {
  /** The tray that files are added to. */
  readonly tray: string;
  readonly filter: LibraryFilter;
  readonly found: readonly Media[];
  readonly hasMore: boolean;
}

/** The library if the form has it open, or its button was pressed; null otherwise. */
export async function openLibrary(user: User, form: Form): Promise<LibraryView | null> {
  const [, act, tray] = /^library\.(open|close)(?:\.([\w-]{1,64}))?$/.exec(form.text('mode')) ?? [];
  if (act === 'close' || (act !== 'open' && !form.ticked('libraryText'))) return null;
  const fields: Readonly<Record<string, string>> = {
    text: form.text('libraryText').slice(0, 200),
    kind: form.text('libraryKind'),
    alt: form.text('libraryAlt'),
  };
  const filter = readLibraryFilter((name) => fields[name] ?? '');
  const { data, nextCursor } = await readLibrary(user, filter);
  return {
    tray: trayNamed(tray ?? form.text('libraryTray')),
    filter,
    found: data,
    hasMore: nextCursor !== null,
  };
}

const SWAP = { 'hx-post': '/posts/library', 'hx-target': '#library', 'hx-swap': 'innerMorph' } as const;

/** Opens the library in the form; without a script, on a new page. */
export function OpenLibrary({ tray }: { readonly tray: string }) {
  return (
    <button type="submit" name="mode" value={`library.open.${tray}`} class="button quiet" {...SWAP}>
      From library
    </button>
  );
}

/** Uploaded files to choose from, newest first. */
export function Library({ tray, filter: { text, kind, alt }, found, hasMore }: LibraryView) {
  return (
    <dialog class="library" aria-labelledby="library-title" data-aside open>
      <div class="line">
        <h2 id="library-title">Library</h2>
        <button
          type="submit"
          name="mode"
          value="library.close"
          class="button quiet"
          data-library-close
          {...SWAP}
        >
          Close
        </button>
      </div>
      <input type="hidden" name="libraryTray" value={tray} />
      {tray !== COMMON_TRAY && <p class="soft small">Files that you add are for this channel alone.</p>}
      <div class="library-head">
        <input
          type="search"
          name="libraryText"
          value={text}
          aria-label="Search the library"
          placeholder="Search by file name"
          hx-trigger="input changed delay:300ms consume"
          {...SWAP}
        />
        <select name="libraryKind" aria-label="Kind" hx-trigger="change consume" {...SWAP}>
          <option value="">Images and videos</option>
          {MEDIA_KINDS.map((one) => (
            <option value={one} selected={one === kind}>
              {one === 'image' ? 'Images' : 'Videos'}
            </option>
          ))}
        </select>
        <select name="libraryAlt" aria-label="Alt text" hx-trigger="change consume" {...SWAP}>
          <option value="">With or without alt text</option>
          <option value="missing" selected={alt === 'missing'}>
            Missing alt text
          </option>
        </select>
        <button type="submit" name="mode" value="library.open" class="button without-script" {...SWAP}>
          Search
        </button>
      </div>
      {found.length === 0 && <p class="soft small">No file matches.</p>}
      <MediaGrid media={found} tile={(medium) => <AddFile medium={medium} tray={tray} />} />
      <p class="small plain-upload">
        <a href="/media" target="_blank" rel="noopener">
          Upload files to the library
        </a>
        , then press “Search”.
      </p>
      {hasMore && <p class="soft small">These are the newest {STEP}. Search for others.</p>}
    </dialog>
  );
}

function AddFile({ medium, tray }: { readonly medium: Media; readonly tray: string }) {
  const name = nameOf(medium);
  return (
    <button
      type="submit"
      name="mode"
      value={mediaMode('add', tray, medium.key)}
      class="row-link one-line"
      title={name}
      hx-post="/posts/library/add"
      hx-target={`#${idIn(tray, 'media-list')}`}
      hx-swap="beforeend"
      data-library-add
    >
      <span class="unseen">Add </span>
      {name}
    </button>
  );
}
