/** How long a button says that it has copied, in milliseconds. */
const SAID_FOR_MS = 1600;

/** Buttons with `data-copy` put that text on the clipboard, and say so. */
export function copyOnPress(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element | null)?.closest<HTMLButtonElement>('button[data-copy]');
    if (!button) return;
    const name = button.textContent;
    const say = (words: string) => {
      button.textContent = words;
      setTimeout(() => {
        button.textContent = name;
      }, SAID_FOR_MS);
    };
    navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
      () => say('Copied'),
      () => say('Select and copy it yourself'),
    );
  });
}
