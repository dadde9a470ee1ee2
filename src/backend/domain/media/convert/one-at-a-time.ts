let queue: Promise<unknown> = Promise.resolve();

/** Works on one image at a time: decoding takes many times the image’s size in memory, and all cores. */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}
