interface ChoiceProps {
  /** Also the id of the control. */
  readonly name: string;
  /** For screen readers: the chosen words say to others what it is. */
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly words: string }[];
}

/** A filter with a few choices. */
export function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <div>
      <label class="unseen" for={name}>
        {label}
      </label>
      <select id={name} name={name}>
        {choices.map((choice) => (
          <option value={choice.value} selected={choice.value === value}>
            {choice.words}
          </option>
        ))}
      </select>
    </div>
  );
}
