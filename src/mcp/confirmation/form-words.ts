const ENDS = ['\n\nAccept this form to ', '. Decline it, and nothing is done.'] as const;

/** The whole text of a form: the preview, and what accepting it does. */
export function formText(message: string, agree: string): string {
  return `${message}${ENDS[0]}${agree}${ENDS[1]}`;
}

/** The two parts of the text of a form. */
export function readFormText(text: string): { readonly message: string; readonly agree: string } {
  const place = text.lastIndexOf(ENDS[0]);
  if (place < 0 || !text.endsWith(ENDS[1]))
    throw new Error('The text of the form does not say what it does.');
  return { message: text.slice(0, place), agree: text.slice(place + ENDS[0].length, -ENDS[1].length) };
}
