import Database from 'libsql';
import pg from 'pg';
import { vi } from 'vitest';

/** A statement as a database was sent it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a database is sent from now on, each statement once, until it is ended. */
export interface Captured {
  readonly statements: readonly Statement[];
  end(): void;
}

/** Of the embedded database: it prepares each statement once, without its values. */
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

/** Of PostgreSQL. */
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
