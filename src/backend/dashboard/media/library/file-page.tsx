import type { Media } from '../../../../contract/media/media.js';
import { timeForms } from '../../../../time/forms.js';
import { ActForm } from '../../layout/act-form.js';
import { Frame } from '../../layout/frame.js';
import { When } from '../../layout/parts.js';
import { VisibleText } from '../../layout/visible-text.js';
import type { User } from '../../user.js';
import { CropButton, CropPlace } from '../crop/crop-dialog.js';
import { MediumFits } from '../media-field.js';
import { mediumFacts, ownAddress } from '../shown-media.js';
import { AltTextForm } from './alt-text-form.js';
import { nameOf, pictureOf } from './library-grid.js';

/** A post that uses the file. */
interface Use {
  readonly postId: string;
  readonly words: string;
}

interface FileProps {
  readonly user: User;
  readonly medium: Media;
  readonly uses: readonly Use[];
}

/** A file of the library: its content, where it is used, and what can be done with it. */
export function FilePage({ user, medium, uses }: FileProps) {
  const { key, kind, url, createdAt } = medium;
  const name = nameOf(medium);
  const added = timeForms(Date.parse(createdAt), user.workspace.timezone, user.now);
  return (
    <Frame title={name} place="/posts" user={user}>
      <header class="page-head">
        <p class="soft small crumbs">
          <a href="/media">Media library</a>
        </p>
        <h1 class="one-line" dir="auto">
          {name}
        </h1>
        <div class="acts">
          <a class="button main" href={`/posts/new?media=${key}`}>
            Write a post with it
          </a>
          <CropButton medium={medium} from="file" />
        </div>
        <p class="lead">
          <span>
            {mediumFacts(medium)}, added <When forms={added} now={user.now} />
          </span>
        </p>
      </header>
      <div class="columns">
        <figure class="media-whole">
          {kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
            <video
              controls
              preload="none"
              src={ownAddress(url)}
              poster={pictureOf(medium) ?? undefined}
              aria-label={name}
            />
          ) : (
            <a href={ownAddress(url)} target="_blank" rel="noopener noreferrer">
              <img src={ownAddress(url)} alt={medium.altText ?? name} />
            </a>
          )}
        </figure>
        <div class="stack-tight">
          <section class="section" aria-label="Alt text">
            <AltTextForm medium={medium} csrfToken={user.csrfToken} back="file" />
            <p class="soft small">Posts that you write with this file from now on begin with it.</p>
          </section>
          <section class="section" aria-labelledby="used-in">
            <h2 id="used-in">Used in</h2>
            {uses.length === 0 ? (
              <p class="soft">No post uses this file.</p>
            ) : (
              <ul class="rows">
                {uses.map(({ postId, words }) => (
                  <li>
                    <a class="row-link one-line" href={`/posts/${postId}`} dir="auto">
                      <VisibleText text={words} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <MediumFits medium={medium} />
          {uses.length === 0 ? (
            <ActForm
              action={`/media/${key}/delete`}
              csrfToken={user.csrfToken}
              ask={`Delete ${name}? This cannot be undone.`}
            >
              <button class="button danger" type="submit">
                Delete file
              </button>
            </ActForm>
          ) : (
            <p class="soft small">To delete this file, remove it from these posts first.</p>
          )}
        </div>
      </div>
      <CropPlace />
    </Frame>
  );
}
