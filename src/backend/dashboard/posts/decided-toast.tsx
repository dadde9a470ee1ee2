/** A draft that was just approved or rejected. */
export interface Decided {
  readonly act: 'approve' | 'reject';
  readonly id: string;
}

/** What the address of the next draft says about the one before. */
export function decidedIn(query: URLSearchParams): Decided | null {
  for (const act of ['approve', 'reject'] as const) {
    const id = query.get(act) ?? '';
    if (/^\w{1,64}$/.test(id)) return { act, id };
  }
  return null;
}

/** Says what was decided, and leads back to it: the page shows the next draft. */
export function DecidedToast({ act, id }: Decided) {
  return (
    <div class="toast undo good" data-toast>
      <p>
        <strong>{act === 'approve' ? 'Approved' : 'Rejected'}</strong>
      </p>
      <a class="undo-button" href={`/posts/${id}`}>
        View
      </a>
    </div>
  );
}
