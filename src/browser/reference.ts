import { findByTyping } from './find-by-typing.js';

/** What the reference of the API runs. */
findByTyping();

// On a phone the contents would stand before the page.
const contents = document.querySelector('.api-side details');
if (contents instanceof HTMLDetailsElement && matchMedia('(max-width: 60rem)').matches) contents.open = false;
