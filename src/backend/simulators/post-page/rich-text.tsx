import type { FC } from 'hono/jsx';
import { entitiesOf, type TextEntity } from '../../../networks/count/entities.js';

type Kind = TextEntity['kind'];

interface RichTextProps {
  readonly text: string;
  /** What the network highlights; all kinds by default. */
  readonly marks?: readonly Kind[];
  /** How the network shows a link; by default in full. */
  readonly linkLabel?: (address: string) => string;
}

const ALL: readonly Kind[] = ['link', 'mention', 'hashtag'];

/** The address without scheme and `www.`, cut to a maximum length. */
export function shortAddress(address: string, maxLength: number): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return bare.length > maxLength ? `${bare.slice(0, maxLength)}…` : bare;
}

/** The text of a post with line breaks and highlights. Only http and https addresses become links. */
export const RichText: FC<RichTextProps> = ({ text, marks = ALL, linkLabel = (address) => address }) => {
  const marked = entitiesOf(text).filter(({ kind }) => marks.includes(kind));
  const starts = [0, ...marked.map(({ end }) => end)];
  return (
    <div class="text" dir="auto">
      {starts.map((start, place) => {
        const entity = marked[place];
        const plain = text.slice(start, entity?.start);
        return (
          <>
            {plain}
            {entity === undefined ? null : (
              <Marked entity={entity} words={text.slice(entity.start, entity.end)} linkLabel={linkLabel} />
            )}
          </>
        );
      })}
    </div>
  );
};

const Marked: FC<{
  readonly entity: TextEntity;
  readonly words: string;
  readonly linkLabel: (address: string) => string;
}> = ({ entity, words, linkLabel }) =>
  entity.kind === 'link' ? (
    <a class="link" href={entity.value} rel="nofollow noopener noreferrer ugc" title={entity.value}>
      {linkLabel(entity.value)}
    </a>
  ) : (
    <span class={entity.kind}>{words}</span>
  );
