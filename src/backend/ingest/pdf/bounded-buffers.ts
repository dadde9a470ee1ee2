const TYPES = [
  'ArrayBuffer',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const;

/** Memory in use is measured each time this many bytes were allocated, and before a larger allocation. */
const MEASURED_EVERY = 4_000_000;

/** A buffer was not allocated, because this thread would have had more than it may. */
class TooManyBytes extends RangeError {
  override readonly name = 'TooManyBytes';
}

/**
 * Runs a task that may hold this many bytes of buffers. The memory limit of a worker thread is one of V8’s heap, and
 * buffers are outside of it: an array of any length passes it. Only one such task can run at a time in a thread.
 *
 * @returns the result, and whether an allocation failed: the task may have caught the error and gone on
 */
export async function withBoundedBuffers<T>(
  maxBytes: number,
  task: () => Promise<T>,
): Promise<{ readonly outcome: PromiseSettledResult<T>; readonly exceeded: boolean }> {
  const originals = TYPES.map((name) => [name, globalThis[name]] as const);
  const before = process.memoryUsage().arrayBuffers;
  let unmeasured = 0;
  let exceeded = false;
  const allow = (bytes: number): void => {
    unmeasured += bytes;
    if (unmeasured < MEASURED_EVERY && !exceeded) return;
    unmeasured = 0;
    if (!exceeded && process.memoryUsage().arrayBuffers - before + bytes <= maxBytes) return;
    exceeded = true;
    throw new TooManyBytes(`More than ${maxBytes} bytes.`);
  };
  for (const [name, type] of originals) Object.assign(globalThis, { [name]: bounded(type, allow) });
  try {
    const [outcome] = await Promise.allSettled([task()]);
    return { outcome, exceeded };
  } finally {
    Object.assign(globalThis, Object.fromEntries(originals));
  }
}

/** The same constructor, which asks before it allocates. */
function bounded<T extends object>(type: T, allow: (bytes: number) => void): T {
  const size = 'BYTES_PER_ELEMENT' in type ? Number(type.BYTES_PER_ELEMENT) : 1;
  return new Proxy(type, {
    construct(target, args: readonly unknown[], newTarget) {
      allow(lengthOf(args[0]) * size);
      return Reflect.construct(target as never, args, newTarget);
    },
  });
}

/** How many elements `new Uint8Array(first)` allocates. A view of a buffer allocates none. */
function lengthOf(first: unknown): number {
  if (typeof first === 'number') return first;
  const isCopied = Array.isArray(first) || ArrayBuffer.isView(first);
  return isCopied && 'length' in first ? Number(first.length) : 0;
}
