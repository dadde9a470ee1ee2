import type { TypeWords } from '../../../contract/reference/type-words.js';

/** Text with code between backticks. */
export function Words({ text }: { readonly text: string }) {
  return <>{text.split('`').map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}

/** A type, with links to the objects that it names. */
export function TypeText({ type }: { readonly type: TypeWords }) {
  return (
    <>
      {type.map((piece) =>
        typeof piece === 'string' ? (
          <Words text={piece} />
        ) : (
          <a href={`#${objectAnchor(piece.object)}`}>{piece.object}</a>
        ),
      )}
    </>
  );
}

export const objectAnchor = (name: string): string => `object-${name}`;

export const errorAnchor = (code: string): string => `error-${code}`;
