/** Gives every request that htmx makes the token that this session's pages carry. */
export function sendCsrfToken(): void {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (token === undefined) return;
  document.addEventListener('htmx:config:request', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx: { request: { headers: Record<string, string> } } }>).detail;
    ctx.request.headers['X-CSRF-Token'] = token;
  });
}
