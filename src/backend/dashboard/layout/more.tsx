interface MoreProps {
  /** Of the list that it makes longer: the focus stays on it. */
  readonly id: string;
  /** The address of the longer list; null: it is as long as a page shows. */
  readonly longer: string | null;
  /** The address of what follows, on a page of its own. */
  readonly further: string;
}

/** What stands under a list that goes on. The page’s script lengthens the list where it is. */
export function More({ id, longer, further }: MoreProps) {
  return (
    <p class="more">
      {longer === null ? (
        <a class="button" href={further}>
          Further ones
        </a>
      ) : (
        <a class="button" id={`more-${id}`} href={longer} data-more>
          Show more
        </a>
      )}
    </p>
  );
}
