import Database from 'libsql';
import pg from 'pg';
import { vi } from 'vitest';

/** A statement as sent to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Captures the statements sent to a database until it is ended, each once. */
export interface Captured {
  readonly statements: readonly Statement[];
  end(): void;
}

/** Captures from the embedded database, which prepares each statement once, without values. */
export function captureEmbedded(): Captured {
  const seen = new Map<string, Statement>();
  const original = Database.prototype.prepare;
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    text,
  ) {
    seen.set(text, { text, values: [] });
    return original.call(this, text);
  });
  return captured(seen, () => spy.mockRestore());
}

/** Captures from PostgreSQL. */
export function capturePostgres(): Captured {
  const seen = new Map<string, Statement>();
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const [text, values] = sent;
    if (typeof text === 'string') seen.set(text, { text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, sent);
  });
  return captured(seen, () => spy.mockRestore());
}

function captured(seen: ReadonlyMap<string, Statement>, end: () => void): Captured {
  return {
    get statements() {
      return [...seen.values()];
    },
    end,
  };
}
