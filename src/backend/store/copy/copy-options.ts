/** How a database is copied. */
export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Called as rows are copied. The embedded database is copied in one step, without calls. */
  readonly progress: (done: { readonly table: string; readonly rows: number; readonly of: number }) => void;
}
