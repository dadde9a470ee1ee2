import { kindName, mediumFacts, ownAddress, type ShownMedium } from './shown-media.js';

/** The images and videos of a post. */
export function PostMedia({ media }: { readonly media: readonly ShownMedium[] }) {
  if (media.length === 0) return null;
  return (
    <section class="section" aria-label="Images and videos">
      <ul class="post-media">
        {media.map((shown) => (
          <li>
            <Medium {...shown} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Medium({ storageKey, medium, alt }: ShownMedium) {
  if (!medium) {
    return (
      <p class="card soft small">
        <code>{storageKey}</code> is no longer available.
      </p>
    );
  }
  const url = ownAddress(medium.url);
  const thumbnail = medium.thumbnailUrl === null ? null : ownAddress(medium.thumbnailUrl);
  const name = medium.filename ?? kindName(medium);
  return (
    <figure class="card">
      {medium.kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
        <video controls preload="none" src={url} poster={thumbnail ?? undefined} aria-label={alt || name} />
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          <img src={thumbnail ?? url} alt={alt || name} loading="lazy" />
        </a>
      )}
      <figcaption class="small">
        {alt === '' ? <span class="soft">No alt text.</span> : <span class="words">{alt}</span>}
        <span class="soft one-line" title={name}>
          {name}, {mediumFacts(medium)}
        </span>
      </figcaption>
    </figure>
  );
}
