import { type Child, createContext, type FC, useContext } from 'hono/jsx';

/** Previews show links without being links: nothing is published yet, and a click must not leave the form. */
export const LinksOff = createContext(false);

interface AnchorProps {
  readonly class: string;
  readonly href: string;
  readonly title?: string;
  /** The link leaves this server. */
  readonly isOutside?: boolean;
  readonly children?: Child;
}

/** A link, or its text where links are off. */
export const Anchor: FC<AnchorProps> = ({ href, title, isOutside = false, children, ...props }) =>
  useContext(LinksOff) ? (
    <span class={props.class}>{children}</span>
  ) : (
    <a
      class={props.class}
      href={href}
      {...(isOutside && { rel: 'nofollow noopener noreferrer ugc' })}
      {...(title !== undefined && { title })}
    >
      {children}
    </a>
  );
