import { cardNeedsLink } from '../../../networks/cards.js';
import { linksIn } from '../../../networks/count/links.js';
import type { Form } from '../form.js';
import { VisibleText } from '../layout/visible-text.js';
import type { PostFormValues } from './form-values.js';
import type { CheckResult } from './preview.js';

/** The form after a button of its link card was pressed. */
export function afterLinkAct(entered: PostFormValues, form: Form): PostFormValues {
  const mode = form.text('mode');
  if (mode === 'link.remove') return { ...entered, link: '' };
  if (mode !== 'link.attach') return entered;
  return { ...entered, link: linksIn(entered.text)[0]?.url ?? '' };
}

interface LinkProps {
  readonly entered: PostFormValues;
  readonly checked: CheckResult;
  /** Replaces what the page says, in the answer to a validation. */
  readonly isUpdate?: boolean;
}

/** Offers the first link of the text as a card where a network shows one only for an attached link. */
export function LinkWords({ entered, checked, isUpdate = false }: LinkProps) {
  const { link, mediaUrls, text } = entered;
  const targets = 'validation' in checked ? checked.validation.targets : [];
  const isOffered = targets.some(({ platform }) => cardNeedsLink(platform));
  const url = link === '' ? (linksIn(text)[0]?.url ?? '') : link;
  return (
    <div id="link-words" class="link-words small" {...(isUpdate && { 'hx-swap-oob': 'true' })}>
      {url !== '' && (link !== '' || isOffered) && (
        <>
          <span class="soft one-line">
            {link === '' ? 'Link' : 'Card'}: <VisibleText text={url} />
          </span>
          <LinkAct
            mode={link === '' ? 'link.attach' : 'link.remove'}
            words={link === '' ? 'Attach as card' : 'Remove'}
          />
        </>
      )}
      {link !== '' && mediaUrls.length > 0 && (
        <span class="soft">
          No card: the {mediaUrls.length === 1 ? 'file takes' : 'files take'} its place.
        </span>
      )}
    </div>
  );
}

/** The attached link as the form sends it. An answer that was under way never takes it back. */
export function LinkField({
  link,
  isUpdate = false,
}: {
  readonly link: string;
  readonly isUpdate?: boolean;
}) {
  return (
    <input type="hidden" id="link" name="link" value={link} {...(isUpdate && { 'hx-swap-oob': 'true' })} />
  );
}

function LinkAct({ mode, words }: { readonly mode: string; readonly words: string }) {
  return (
    <button
      type="submit"
      name="mode"
      value={mode}
      class="link-button"
      hx-post="/posts/link"
      hx-target="#link-words"
      hx-swap="outerHTML"
    >
      {words}
    </button>
  );
}
