import { hiddenParts } from '../../../base/hidden-characters.js';
import { textWarnings } from '../../../base/text-warnings.js';
import { Notice } from './parts.js';

/** A text that somebody decides about, with its invisible characters written out and marked. */
export function VisibleText({ text }: { readonly text: string }) {
  return <>{hiddenParts(text).map((part, index) => (index % 2 === 0 ? part : <mark>{part}</mark>))}</>;
}

/** Points out invisible characters and links that may look like others; nothing if there are none. */
export function TextWarnings({ texts }: { readonly texts: readonly string[] }) {
  const warnings = textWarnings(texts);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      {warnings.map((warning) => (
        <p>{warning}</p>
      ))}
    </Notice>
  );
}
