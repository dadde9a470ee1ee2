import type { FC } from 'hono/jsx';
import { entitiesOf, type TextEntity } from '../../../networks/count/entities.js';

type Kind = TextEntity['kind'];

interface RichTextProps {
  readonly text: string;
  /** What the network highlights; all three unless it says otherwise. */
  readonly marks?: readonly Kind[];
  /** How the network writes an address; as it is unless it says otherwise. */
  readonly linkLabel?: (address: string) => string;
}

const ALL: readonly Kind[] = ['link', 'mention', 'hashtag'];

/** The address without scheme and `www.`, cut after so many characters. */
export function shortAddress(address: string, longest: number): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
}

/** A post's text: line breaks kept, links, mentions and hashtags marked. Only http and https become links. */
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
