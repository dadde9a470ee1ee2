/** The `code` of an error from the operating system or from Node: `ENOENT`, `ECONNREFUSED`, `UND_ERR_SOCKET`. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether an error carries one of these codes. */
export function hasErrno(error: unknown, ...codes: readonly string[]): boolean {
  const code = errnoOf(error);
  return code !== undefined && codes.includes(code);
}
