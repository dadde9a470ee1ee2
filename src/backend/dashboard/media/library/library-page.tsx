import { showHidden } from '../../../../base/hidden-characters.js';
import { FILE_FIELD, type Media, type MediaPage } from '../../../../contract/media/media.js';
import { Frame } from '../../layout/frame.js';
import { live } from '../../layout/live.js';
import { More } from '../../layout/more.js';
import { Empty, PageHead } from '../../layout/parts.js';
import { nextRowCount } from '../../rows.js';
import type { User } from '../../user.js';
import { ACCEPTED_FILES, acceptedWords, FilesField } from '../media-field.js';
import { AltTextForm } from './alt-text-form.js';
import { type LibraryFilter, libraryPath, STEP } from './library-filter.js';
import { MediaGrid, nameOf } from './library-grid.js';

const LIST_ID = 'library';

interface LibraryProps {
  readonly user: User;
  /** Each file has the posts that use it. */
  readonly page: MediaPage;
  readonly filter: LibraryFilter;
  readonly rows: number;
  /** Where the list starts; empty for the beginning. */
  readonly cursor: string;
}

/** All uploaded images and videos, to find and to use again. */
export function LibraryPage({ user, page, filter, rows, cursor }: LibraryProps) {
  const isFiltered = filter.kind !== '' || filter.use !== '' || filter.alt !== '' || filter.text !== '';
  const longer = nextRowCount(rows, STEP, page.data.length);
  const list = cursor === '' ? live(LIST_ID, libraryPath(filter, { rows })) : { id: LIST_ID };
  return (
    <Frame title="Media library" place="/posts" user={user} scripts={['lists.js']}>
      <PageHead
        title="Media library"
        lead="Uploaded images and videos. A file that no post uses is deleted after 30 days."
      />
      <Filters filter={filter} />
      <PlainUpload csrfToken={user.csrfToken} />
      <div data-media-field>
        <FilesField isApart />
        <ol class="media-list" data-media-list="progress" />
        <div {...list}>
          <MediaGrid
            media={page.data}
            tile={(medium) => (
              <TileLinks medium={medium} csrfToken={user.csrfToken} isDescribed={filter.alt === 'missing'} />
            )}
          />
          {page.data.length === 0 && (
            <Empty title={isFiltered ? 'No file matches' : 'No files yet'}>
              {isFiltered ? (
                <a href="/media">Show all files</a>
              ) : (
                <p>Files that you or your assistants upload for posts appear here.</p>
              )}
            </Empty>
          )}
          {page.nextCursor !== null && (
            <More
              id={LIST_ID}
              longer={longer === null ? null : libraryPath(filter, { rows: longer })}
              further={libraryPath(filter, { cursor: page.nextCursor })}
            />
          )}
        </div>
      </div>
    </Frame>
  );
}

/** Uploads files on pages whose scripts do not run. */
function PlainUpload({ csrfToken }: { readonly csrfToken: string }) {
  return (
    <form class="field plain-upload" method="post" action="/media/add" enctype="multipart/form-data">
      <input type="hidden" name="csrf" value={csrfToken} />
      <label for="plain-files">Add files</label>
      <input
        type="file"
        id="plain-files"
        name={FILE_FIELD}
        multiple
        required
        accept={ACCEPTED_FILES}
        aria-describedby="plain-files-hint"
      />
      <span class="hint" id="plain-files-hint">
        {acceptedWords()}
      </span>
      <button class="button" type="submit">
        Upload
      </button>
    </form>
  );
}

interface TileProps {
  readonly medium: Media;
  readonly csrfToken: string;
  /** Whether its alt text can be written here: in the list of files without one. */
  readonly isDescribed: boolean;
}

/** The links of a tile: to the file with everything about it, and to a post with it. */
function TileLinks({ medium, csrfToken, isDescribed }: TileProps) {
  const name = nameOf(medium);
  return (
    <>
      <a class="row-link one-line" href={`/media/${medium.key}`} title={name} dir="auto">
        {name}
      </a>
      <span class="small media-use">
        <span class="soft">{useWords(medium)}</span>
        <a class="above-link" href={`/posts/new?media=${medium.key}`}>
          Write a post<span class="unseen"> with {name}</span>
        </a>
      </span>
      {isDescribed ? (
        <AltTextForm medium={medium} csrfToken={csrfToken} back="missing" />
      ) : (
        <span class="small one-line" dir="auto">
          {medium.altText === null ? <span class="soft">No alt text</span> : showHidden(medium.altText)}
        </span>
      )}
    </>
  );
}

/** `Used in 2 posts` */
function useWords({ usedBy = [] }: Media): string {
  if (usedBy.length === 0) return 'Unused';
  return usedBy.length === 1 ? 'In 1 post' : `In ${usedBy.length >= 100 ? '100+' : usedBy.length} posts`;
}

function Filters({ filter: { kind, use, alt, text } }: Pick<LibraryProps, 'filter'>) {
  return (
    <form class="filter list-filter" method="get" action="/media" data-filter={LIST_ID}>
      <input type="search" name="text" value={text} aria-label="Search file names" placeholder="Search" />
      <select name="kind" aria-label="Kind">
        <option value="">Images and videos</option>
        <option value="image" selected={kind === 'image'}>
          Images
        </option>
        <option value="video" selected={kind === 'video'}>
          Videos
        </option>
      </select>
      <select name="use" aria-label="Use">
        <option value="">Used and unused</option>
        <option value="unused" selected={use === 'unused'}>
          Unused
        </option>
        <option value="used" selected={use === 'used'}>
          Used in a post
        </option>
      </select>
      <select name="alt" aria-label="Alt text">
        <option value="">With or without alt text</option>
        <option value="missing" selected={alt === 'missing'}>
          Missing alt text
        </option>
      </select>
      <button class="button without-script" type="submit">
        Apply
      </button>
    </form>
  );
}
