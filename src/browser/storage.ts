/** Uses the storage of this browser, unless the user has switched it off or it is full. */
export function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
