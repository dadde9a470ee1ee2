import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../base/errno.js';

/** Where this system keeps the names that its administrator has set. */
export function hostsPath(platform = process.platform, env = process.env): string {
  return platform === 'win32'
    ? join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';
}

/** The names that a hosts file sets. It is read again when it has changed: files that block advertising are large. */
export class HostsFile {
  readonly #path: string;
  #stamp = '';
  #names: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(path = hostsPath()) {
    this.#path = path;
  }

  /** The addresses of a name in lower case; none: the file does not set it. */
  async addressesOf(name: string): Promise<readonly string[]> {
    await this.#refresh();
    return this.#names.get(name) ?? [];
  }

  async #refresh(): Promise<void> {
    try {
      const { mtimeMs, size } = await stat(this.#path);
      const stamp = `${mtimeMs} ${size}`;
      if (stamp === this.#stamp) return;
      this.#names = namesIn(await readFile(this.#path, 'utf8'));
      this.#stamp = stamp;
    } catch (error) {
      // A file that is missing or cannot be read sets no names, as for the system itself.
      if (errnoOf(error) === undefined) throw error;
      this.#names = new Map();
      this.#stamp = '';
    }
  }
}

function namesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...aliases] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    // An address with a zone, such as fe80::1%lo0, is never public.
    if (!address || address.includes('%')) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      const known = names.get(name);
      if (known === undefined) names.set(name, [address]);
      else if (!known.includes(address)) known.push(address);
    }
  }
  return names;
}
