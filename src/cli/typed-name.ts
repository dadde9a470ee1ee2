import { basename, relative } from 'node:path';

/**
 * How this program was started, so that printed commands can be copied: `postrider` if it is installed,
 * `node bin/postrider.cjs` in a clone.
 */
function programWords(): string {
  const script = process.argv[1];
  if (script === undefined || basename(script) !== 'postrider.cjs') return 'postrider';
  const near = fromHere(script);
  const path = near.length < script.length ? near : script;
  return `node ${path.includes(' ') ? `"${path}"` : path}`;
}

/** The path relative to the working folder, or unchanged if that folder has been deleted. */
function fromHere(path: string): string {
  try {
    return relative(process.cwd(), path);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') return path;
    throw error;
  }
}

/** The full command line for a command. */
export function typed(rest: string): string {
  return `${programWords()} ${rest}`;
}
