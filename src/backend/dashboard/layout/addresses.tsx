/** An address in a sentence, without the punctuation that ends the sentence. */
const ADDRESS = /https:\/\/[\w./-]*[\w/-]/g;

/** Our own sentence, whose https addresses lead there. Not for what others wrote. */
export function WithLinks({ text }: { readonly text: string }) {
  const addresses = text.match(ADDRESS) ?? [];
  return (
    <>
      {text.split(ADDRESS).map((words, place) => (
        <>
          {words}
          {addresses[place] !== undefined && (
            <a href={addresses[place]} target="_blank" rel="noopener noreferrer">
              <Breakable text={addresses[place]} />
            </a>
          )}
        </>
      ))}
    </>
  );
}

/** A long name without spaces, which a narrow page breaks after its slashes. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=[^/:]\/)(?=[^/])/).map((part, place) => (
        <>
          {place > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}
