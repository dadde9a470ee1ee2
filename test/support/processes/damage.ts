import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

const PAGE_BYTES = 4_096;

/** Overwrites the first page of a table and of each of its indexes, in a closed database, as a failing disk does. */
export function damageTable(folder: string, table: string): void {
  const path = join(folder, 'postrider.db');
  const database = new Database(path);
  // Pages in the write-ahead log would hide the damage.
  database.exec('pragma wal_checkpoint(truncate)');
  const rows = database
    .prepare('select rootpage from sqlite_master where tbl_name = ? and rootpage > 0')
    .all(table) as {
    readonly rootpage: number;
  }[];
  database.close();
  for (const { rootpage } of rows) overwritePage(path, rootpage);
}

/** Overwrites the header, so that the file is no database any more. */
export function damageHeader(folder: string): void {
  overwritePage(join(folder, 'postrider.db'), 1);
}

function overwritePage(path: string, page: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE_BYTES, 0xab), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
}
