/** What a PostgreSQL server says, in the words of the wire: for tests in which no real one would do. */

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/** The type of texts. */
const TEXT = 25;

/** The user is who he says. */
export const AUTHENTICATED = message('R', int32(0));

/** The next may be asked. */
export const READY = message('Z', Buffer.from('I'));

/** A setting is set. */
export const SET = message('C', text('SET'));

/** A statement with parameters is understood, and its parameters are there. */
export const PREPARED = Buffer.concat([message('1'), message('2')]);

/** One row of texts. */
export function oneRow(row: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(row);
  const columns = names.map((name) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(TEXT), int16(-1), int32(-1), int16(0)]),
  );
  const values = Object.values(row).map((value) => {
    const bytes = Buffer.from(value);
    return Buffer.concat([int32(bytes.length), bytes]);
  });
  return Buffer.concat([
    message('T', int16(names.length), ...columns),
    message('D', int16(names.length), ...values),
    message('C', text('SELECT 1')),
  ]);
}

/** @param code of five characters: `42704` */
export function refusal(code: string, words: string): Buffer {
  return message('E', text('SERROR'), text(`C${code}`), text(`M${words}`), Buffer.alloc(1));
}
