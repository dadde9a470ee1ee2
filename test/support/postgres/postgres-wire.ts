/** Messages of the PostgreSQL wire protocol, for tests that cannot use a real server. */

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

/** The OID of `text`. */
const TEXT = 25;

/** AuthenticationOk. */
export const AUTHENTICATED = message('R', int32(0));

/** ReadyForQuery. */
export const READY = message('Z', Buffer.from('I'));

/** CommandComplete of a `set`. */
export const SET = message('C', text('SET'));

/** ParseComplete and BindComplete. */
export const PREPARED = Buffer.concat([message('1'), message('2')]);

/** RowDescription and DataRow with text values. */
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

/** @param code SQLSTATE, such as `42704` */
export function refusal(code: string, words: string): Buffer {
  return message('E', text('SERROR'), text(`C${code}`), text(`M${words}`), Buffer.alloc(1));
}
