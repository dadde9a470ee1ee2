/** Han, kana, and their punctuation: written without spaces between words, also where a line ends. */
const DENSE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const START = new RegExp(`^${DENSE}`, 'u');
const END = new RegExp(`${DENSE}$`, 'u');

export function startsDense(text: string): boolean {
  return START.test(text.slice(0, 2));
}

export function endsDense(text: string): boolean {
  return END.test(text.slice(-2));
}
