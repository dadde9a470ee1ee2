/**
 * Node's `process`, which Deno and Bun have too; null in browsers and workers. Its parts may be missing where only some
 * of Node is imitated.
 */
export function nodeProcess(): Partial<NodeJS.Process> | null {
  return typeof process === 'object' ? process : null;
}

/** `node/20.18.1`, `deno/2.9.6`; empty where the runtime names itself in `User-Agent`, or has none. */
export function runtimeName(): string {
  const { bun, deno, node }: Readonly<Record<string, string | undefined>> = nodeProcess()?.versions ?? {};
  if (bun !== undefined) return `bun/${bun}`;
  if (deno !== undefined) return `deno/${deno}`;
  return node === undefined ? '' : `node/${node}`;
}
