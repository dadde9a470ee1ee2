import { type Child, type FC, useContext } from 'hono/jsx';
import { hiddenParts } from '../../../base/hidden-characters.js';
import { entitiesOf, type TextEntity } from '../../../networks/count/entities.js';
import type { FoldAt } from '../../../networks/folds.js';
import { Anchor, LinksOff } from './anchor.js';

type Kind = TextEntity['kind'];

interface RichTextProps {
  readonly text: string;
  /** What the network highlights; all kinds by default. */
  readonly marks?: readonly Kind[];
  /** How the network shows a link; by default in full. */
  readonly linkLabel?: (address: string) => string;
  /** Where the network folds the text; by default it shows all of it. */
  readonly folds?: FoldAt | null;
  /** What the network calls the rest. */
  readonly more?: string;
}

const ALL: readonly Kind[] = ['link', 'mention', 'hashtag'];

/** The address without scheme and `www.`, cut to a maximum length. */
export function shortAddress(address: string, maxLength: number): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return bare.length > maxLength ? `${bare.slice(0, maxLength)}…` : bare;
}

/** A text as its network shows it: with highlights, and with what the feed folds behind “more”. */
export const RichText: FC<RichTextProps> = ({
  text,
  marks = ALL,
  linkLabel = (address) => address,
  folds = null,
  more = 'more',
}) => {
  const entities = entitiesOf(text).filter(({ kind }) => marks.includes(kind));
  const piece = (from: number, to: number) => (
    <Piece text={text} from={from} to={to} entities={entities} linkLabel={linkLabel} />
  );
  const cuts = cutsOf(folds).map(({ at, device }) => ({ at: outside(entities, at), device }));
  const build = (from: number, [cut, ...later]: typeof cuts): Child =>
    cut === undefined ? (
      piece(from, text.length)
    ) : (
      <>
        {piece(from, cut.at)}
        <details class={`fold on-${cut.device}`}>
          <summary>
            … <span class="see-more">{more}</span>
          </summary>
          {build(cut.at, later)}
        </details>
      </>
    );
  return (
    <div class="text" dir="auto">
      {build(0, cuts)}
    </div>
  );
};

interface Cut {
  readonly at: number;
  readonly device: 'desktop' | 'phone' | 'any';
}

/** The folds in the order of the text: the style sheet opens those of the other device. */
function cutsOf(folds: FoldAt | null): Cut[] {
  if (folds === null) return [];
  const { desktop, phone } = folds;
  if (desktop !== null && desktop === phone) return [{ at: desktop, device: 'any' }];
  const cuts: Cut[] = [];
  if (phone !== null) cuts.push({ at: phone, device: 'phone' });
  if (desktop !== null) cuts.push({ at: desktop, device: 'desktop' });
  return cuts.sort((one, other) => one.at - other.at);
}

/** A cut never falls into a link, a mention or a hashtag. */
function outside(entities: readonly TextEntity[], at: number): number {
  return entities.find(({ start, end }) => start < at && at < end)?.start ?? at;
}

interface PieceProps {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly entities: readonly TextEntity[];
  readonly linkLabel: (address: string) => string;
}

const Piece: FC<PieceProps> = ({ text, from, to, entities, linkLabel }) => {
  const within = entities.filter(({ start, end }) => start >= from && end <= to);
  const starts = [from, ...within.map(({ end }) => end)];
  return (
    <>
      {starts.map((start, place) => {
        const entity = within[place];
        return (
          <>
            <Words text={text.slice(start, entity?.start ?? to)} />
            {entity === undefined ? null : (
              <Marked entity={entity} words={text.slice(entity.start, entity.end)} linkLabel={linkLabel} />
            )}
          </>
        );
      })}
    </>
  );
};

/** Before a text is published, its invisible characters are written out: networks show nothing there. */
const Words: FC<{ readonly text: string }> = ({ text }) =>
  useContext(LinksOff) ? (
    <>{hiddenParts(text).map((part, index) => (index % 2 === 0 ? part : <mark>{part}</mark>))}</>
  ) : (
    <>{text}</>
  );

const Marked: FC<{
  readonly entity: TextEntity;
  readonly words: string;
  readonly linkLabel: (address: string) => string;
}> = ({ entity, words, linkLabel }) =>
  entity.kind === 'link' ? (
    <Anchor class="link" href={entity.value} title={entity.value} isOutside>
      {linkLabel(entity.value)}
    </Anchor>
  ) : (
    <span class={entity.kind}>{words}</span>
  );
