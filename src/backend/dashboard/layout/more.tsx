interface MoreProps {
  /** The id of the list. The link keeps the focus when the list grows. */
  readonly id: string;
  /** The address of the longer list; null if the list has its maximum length. */
  readonly longer: string | null;
  /** The address of the next page. */
  readonly further: string;
}

/** The link below a list that continues. A script extends the list in place. */
export function More({ id, longer, further }: MoreProps) {
  return (
    <p class="more">
      {longer === null ? (
        <a class="button" href={further}>
          Next page
        </a>
      ) : (
        <a class="button" id={`more-${id}`} href={longer} data-more>
          Show more
        </a>
      )}
    </p>
  );
}
