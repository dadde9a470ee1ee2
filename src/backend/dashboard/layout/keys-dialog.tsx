/** The single keys of the dashboard: each with what it does. */
const KEYS: readonly (readonly [title: string, keys: readonly (readonly [key: string, does: string])[]])[] = [
  [
    'Everywhere',
    [
      ['c', 'Write a post'],
      ['/', 'Search'],
      ['g t', 'Go to today'],
      ['g p', 'Go to posts'],
      ['g c', 'Go to the calendar'],
      ['g i', 'Go to the inbox'],
      ['?', 'This list'],
    ],
  ],
  [
    'Lists and the inbox',
    [
      ['j', 'Next row'],
      ['k', 'Previous row'],
      ['x', 'Select the row'],
      ['r', 'Reply'],
      ['e', 'Mark as done'],
    ],
  ],
  [
    'With Ctrl or ⌘',
    [
      ['Enter', 'Send the post as the main button says'],
      ['S', 'Save the post'],
      ['Shift Enter', 'Split the thread here'],
      ['Z', 'Undo, while a message offers it'],
    ],
  ],
];

/** The list of keys. A script opens it. */
export function KeysDialog() {
  return (
    <dialog id="keys" class="ask keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard shortcuts</h2>
      {KEYS.map(([title, keys]) => (
        <section>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd>{one}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <form method="dialog">
        <label class="check">
          <input type="checkbox" checked />
          <span>Use single keys in this browser</span>
        </label>
        <div class="buttons">
          <button class="button" type="submit">
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
