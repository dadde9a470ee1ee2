interface EditorProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly placeholder: string;
  /** The id of its counters, which say where the text is too long. */
  readonly counters: string;
  readonly isFocused?: boolean;
  /** A channel’s own text instead of the common one. */
  readonly isOwn?: boolean;
}

/** A text that grows with its content. A script marks in the layer behind it what is too long. */
export function Editor({
  id,
  name,
  text,
  placeholder,
  counters,
  isFocused = false,
  isOwn = false,
}: EditorProps) {
  return (
    <div class="editor">
      <div class="excess" aria-hidden="true" data-excess={counters} />
      <textarea
        id={id}
        name={name}
        rows={id === 'text' ? 6 : 4}
        dir="auto"
        placeholder={placeholder}
        aria-describedby={counters}
        autofocus={isFocused}
        {...(isOwn && { 'data-own-text': true })}
      >
        {text}
      </textarea>
    </div>
  );
}
