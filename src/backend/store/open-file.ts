import Database from 'libsql';

/** @throws Error with the code SQLITE_CANTOPEN, which the driver has only in its message */
export function openFile(path: string): Database.Database {
  try {
    return new Database(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new Error(`${path} cannot be opened: ${reason}`, { cause }), {
      code: 'SQLITE_CANTOPEN',
    });
  }
}
