import { mediumFacts, ownAddress, type ShownMedium } from './shown-media.js';

/** The images and videos of a post, as they are stored. */
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
        <code>{storageKey}</code> is there no more.
      </p>
    );
  }
  const url = ownAddress(medium.url);
  const thumbnail = medium.thumbnailUrl === null ? null : ownAddress(medium.thumbnailUrl);
  const name = medium.filename ?? `An ${medium.kind}`;
  return (
    <figure class="card">
      {medium.kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: it is what somebody uploaded, and has none
        <video controls preload="none" src={url} poster={thumbnail ?? undefined} aria-label={alt || name} />
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          <img src={thumbnail ?? url} alt={alt || name} loading="lazy" />
        </a>
      )}
      <figcaption class="small">
        {alt === '' ? <span class="soft">Not finish in words yet.</span> : <span class="words">{alt}</span>}
        <span class="soft one-line" title={name}>
          {name}, {mediumFacts(medium)}
        </span>
      </figcaption>
    </figure>
  );
}
