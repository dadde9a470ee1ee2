/** Forms with `data-ask` are sent only after a yes. */
export function askFirst(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const question = (event.target as HTMLFormElement).dataset['ask'];
      if (question !== undefined && !window.confirm(question)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
}
