/** The length of a text's UTF-8 encoding. A lone surrogate counts 3 bytes: encoders replace it with U+FFFD. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPairAt(text, index)) {
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

/** The number of Unicode code points of a text. A lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if (isPairAt(text, index)) index++;
    count++;
  }
  return count;
}

/** Whether the two UTF-16 units at an index are a surrogate pair. */
export function isPairAt(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}
