/** A JSON object whose members nobody has checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;
