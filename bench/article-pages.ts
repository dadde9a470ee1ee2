/** The pages to ingest, about 200 KB each. */

/** A tenth is text, the rest is lists of links, as on large sites. */
export function listedArticle(): string {
  const paragraphs = times(
    84,
    (index) =>
      `<p>Paragraph ${index} of the story tells how <a href="/${index}">the mill</a> opened, ${'and why people came back to it, '.repeat(8)}every week.</p>`,
  );
  const links = times(
    1260,
    (index) =>
      `<li class="item item-${index}"><a href="/section/${index}/story" data-track="nav:${index}"><span class="label">Another story number ${index}</span></a></li>`,
  );
  return `<!doctype html><html lang="en"><head><title>The mill</title><meta property="og:image" content="/mill.jpg"></head><body><nav><ul>${links.slice(0, 420).join('')}</ul></nav><main><article><h1>The mill</h1>${paragraphs.join('')}</article></main><aside class="related"><ul>${links.slice(420).join('')}</ul></aside></body></html>`;
}

/** A newspaper page with scripts, styles, menus, figures, asides between paragraphs, teasers and comments. */
export function newspaperArticle(): string {
  const subject = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: 'The mill opens again on Sundays',
    author: { '@type': 'Person', name: 'Mira Holt' },
    datePublished: '2026-11-16T06:30:00Z',
  });
  const head = `<head><meta charset="utf-8"><title>The mill opens again on Sundays | Northport Gazette</title><meta property="og:site_name" content="Northport Gazette"><meta property="og:image" content="/mill.jpg"><script type="application/ld+json">${subject}</script><style>${times(250, (index) => `.c${index}>.inner{margin:${index}px;color:#333}`).join('')}</style><script>${script(300)}</script></head>`;
  const menu = times(
    14,
    (index) =>
      `<li class="menu__item" role="none"><a class="menu__link" href="/s${index}" role="menuitem">Section ${index}</a><div class="menu__drop" hidden><ul>${times(8, (inner) => `<li><a href="/s${index}/${inner}">Subject ${inner} of ${index}</a></li>`).join('')}</ul></div></li>`,
  ).join('\n      ');
  const body = times(120, passage).join('\n          ');
  const teasers = times(
    110,
    (index) => `<div class="card card--small" data-id="${index}">
        <a class="card__link" href="/story/${index}"><picture><source srcset="/t${index}-400.webp 400w, /t${index}-800.webp 800w"><img class="lazy" loading="lazy" data-src="/t${index}.jpg" alt="Teaser ${index}"></picture>
        <h3 class="card__title">What else happened in place ${index}</h3><p class="card__text">A sentence says what the story ${index} is about, and no more.</p></a>${ICON}
      </div>`,
  ).join('\n      ');
  const comments = times(
    80,
    (index) =>
      `<li class="comment" id="comment-${index}"><div class="comment__head"><b>Reader ${index}</b> <time datetime="2026-11-16">today</time></div><div class="comment__body"><p>I was there on Sunday ${index}, and I would go again, as would my neighbours.</p></div></li>`,
  ).join('\n      ');
  return `<!doctype html>
<html lang="en">${head}
<body class="page page--story">
  <div id="consent" class="cookie-banner"><p>We use cookies.</p><button>Yes</button></div>
  <header class="site-header"><a href="/">Northport Gazette</a>${ICON}
    <nav><ul class="menu">
      ${menu}
    </ul></nav>
  </header>
  <div class="layout"><div class="layout__main"><main>
    <article class="story">
      <div class="story__head"><h1>The mill opens again on Sundays</h1><div class="byline">By <a rel="author" href="/a/mira">Mira Holt</a></div></div>
      <div class="story__body"><div class="story__column">
          <p class="lead">From December on, the old mill grinds on Sundays again, and whoever comes may look on.</p>
          ${body}
      </div></div>
    </article>
    <section class="responses"><ul>
      ${comments}
    </ul></section>
  </main></div>
  <div class="layout__side"><div class="teasers">
      ${teasers}
  </div></div></div>
  <footer class="site-footer">${times(30, (index) => `<a href="/f${index}">Footer ${index}</a>`).join(' | ')}</footer>
  <script>${script(200)}</script>
</body></html>`;
}

const ICON =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g><path d="M12 2l3 7h7l-6 4 2 7-6-4-6 4 2-7-6-4h7z"></path></g></svg>';

/** A paragraph, sometimes followed by what newspapers put between paragraphs. */
function passage(index: number): string {
  const text = `<p class="paragraph" data-block="${index}">On the ${index}th visit the miller said, “it is the <em>sound</em> that people come for”, and ${'told of the wheel, the stones and the flour, '.repeat(5)}of <a class="link" href="/topic/${index}">one thing &amp; another</a>.</p>`;
  if (index % 12 === 5) return `${text}<h2 id="part-${index}">What part ${index} is about</h2>`;
  if (index % 10 === 3) {
    return `${text}<figure class="figure"><div class="figure__frame"><img src="/mill-${index}.jpg" srcset="/mill-${index}-800.jpg 800w, /mill-${index}-1600.jpg 1600w" width="1600" height="900" alt="The mill, ${index}"></div><figcaption>The mill in year ${index}. <span class="credit">Tom Ashe</span></figcaption></figure>`;
  }
  if (index % 10 === 7) {
    return `${text}<div class="ad-slot" id="ad-${index}"><span>Advertisement</span><script>${script(4)}</script></div><aside class="related-box"><ul><li><a href="/r${index}">Read this as well, ${index}</a></li></ul></aside>`;
  }
  if (index % 16 === 9)
    return `${text}<blockquote><p>A mill that stands still is a house, ${index}.</p></blockquote>`;
  return text;
}

function script(statements: number): string {
  return times(
    statements,
    (index) => `window.dataLayer.push({event:"view_${index}",at:Date.now(),"page":"/story/${index}"});`,
  ).join('');
}

function times(count: number, make: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
