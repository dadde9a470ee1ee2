import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'unexpected characters',
  InvalidNumberFormat: 'invalid number',
  PropertyNameExpected: 'expected a property name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":"',
  CommaExpected: 'expected "," or the end of the list',
  CloseBraceExpected: 'expected "," or "}"',
  CloseBracketExpected: 'expected "," or "]"',
  EndOfFileExpected: 'expected the end of the text',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a string that is not closed on its line',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: 'invalid Unicode escape in a string',
  InvalidEscapeCharacter: 'invalid escape in a string',
  InvalidCharacter: 'unescaped control character in a string',
};

/**
 * Where and why a text is not JSON, such as `line 2, column 9: expected "," or "}"`. V8's own message has no
 * position in some versions of Node and quotes the text in others.
 */
export function locateJsonError(text: string): string {
  const error = firstError(text);
  if (error === 'too_deep') return 'nested too deeply';
  const offset = error ? error.offset + spacesAt(text, error.offset) : 0;
  const lines = text.slice(0, offset).split('\n');
  const reason = (error && REASONS[printParseErrorCode(error.error)]) ?? 'unexpected characters';
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: ${reason}`;
}

function firstError(text: string): ParseError | 'too_deep' | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    // The parser recurses once per level.
    if (error instanceof RangeError) return 'too_deep';
    throw error;
  }
  return errors[0];
}

function spacesAt(text: string, offset: number): number {
  const rest = text.slice(offset);
  return rest.length - rest.trimStart().length;
}
