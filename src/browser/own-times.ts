/** Where the reader's clock shows another hour than the workspace's, pointing at a time tells it. */
export function showOwnTimes(within: ParentNode): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const mark = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-own])')) {
      const instant = new Date(element.dateTime);
      if (Number.isNaN(instant.getTime())) continue;
      element.dataset['own'] = '';
      element.title = `${element.title}\n${format.format(instant)} where you are`.trim();
    }
  };
  mark(within);
  document.addEventListener('htmx:after:swap', () => mark(document));
}
