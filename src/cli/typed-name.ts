import { basename, relative } from 'node:path';

/** How a path shows which tool started the program, and what to type for it. */
const STARTED_BY: readonly (readonly [path: RegExp, words: string])[] = [
  [/[\\/]_npx[\\/]/, 'npx postrider'],
  [/[\\/]pnpm[\\/]dlx[\\/]/, 'pnpm dlx postrider'],
  [/[\\/]bunx-[^\\/]*[\\/]/, 'bunx postrider'],
  // Installed in a project: not in PATH, but npx finds it.
  [/[\\/]node_modules[\\/]\.bin[\\/]/, 'npx postrider'],
  // The wrappers of Windows and pnpm name the launcher of the installed package.
  [/[\\/]node_modules[\\/]postrider[\\/]bin[\\/]postrider\.cjs$/, 'postrider'],
];

/**
 * How this program was started, so that printed commands can be copied: `npx postrider` under npx, `postrider` if it is
 * installed, `node bin/postrider.cjs` in a clone.
 *
 * @param script the path that Node was started with
 */
export function programWords(script: string | undefined): string {
  if (script === undefined) return 'postrider';
  const known = STARTED_BY.find(([path]) => path.test(script));
  if (known !== undefined) return known[1];
  if (basename(script) !== 'postrider.cjs') return 'postrider';
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
  return `${programWords(process.argv[1])} ${rest}`;
}
