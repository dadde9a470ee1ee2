/** The shortest piece of a secret that counts as found. */
const PIECE = 16;
/** How often the search looks at the first bytes only. */
const PREFIXES = 2 ** 24;

/** Secrets to look for in bytes: as they are, in URLs, in base64 and in hexadecimal digits, and any 16 characters of each. */
export class SecretSearch {
  readonly #begins = new Uint8Array(PREFIXES);
  readonly #pieces = new Map<string, string>();

  /** @param secrets by what they are */
  constructor(secrets: ReadonlyMap<string, string>) {
    for (const [secret, name] of secrets) for (const form of formsOf(secret)) this.#add(form, name);
  }

  /** How many pieces it looks for. */
  get size(): number {
    return this.#pieces.size;
  }

  /** The names of the secrets of which a piece is in these bytes. */
  in(bytes: Uint8Array): readonly string[] {
    const found = new Set<string>();
    const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + PIECE <= read.length; at++) {
      if (this.#begins[read.readUIntBE(at, 3)] === 0) continue;
      const name = this.#pieces.get(read.toString('latin1', at, at + PIECE));
      if (name !== undefined) found.add(name);
    }
    return [...found];
  }

  #add(form: Buffer, name: string): void {
    for (let at = 0; at + PIECE <= form.length; at++) {
      this.#begins[form.readUIntBE(at, 3)] = 1;
      this.#pieces.set(form.toString('latin1', at, at + PIECE), name);
    }
  }
}

function formsOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const texts = [secret, encodeURIComponent(secret), hex, hex.toUpperCase()];
  // In base64, a secret looks different after 0, 1 or 2 other bytes. Characters that mix it with others are left out.
  for (const before of [0, 1, 2]) {
    const mixed = Buffer.concat([Buffer.alloc(before), bytes]);
    const [from, to] = [before === 0 ? 0 : before + 1, Math.floor((mixed.length * 8) / 6)];
    for (const encoding of ['base64', 'base64url'] as const) {
      texts.push(mixed.toString(encoding).slice(from, to));
    }
  }
  return [...new Set(texts)].map((text) => Buffer.from(text));
}
