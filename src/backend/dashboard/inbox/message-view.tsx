import type { Message, MessageMedia } from '../../../contract/inbox/messages.js';
import type { Media } from '../../../contract/media/media.js';
import { spokenTime } from '../layout/local-times.js';
import { webAddress } from './inbox-words.js';
import { Outcome } from './outcome.js';

interface MessageViewProps {
  readonly message: Message;
  /** The uploaded files of messages, by key. */
  readonly media: ReadonlyMap<string, Media>;
  readonly csrfToken: string;
  readonly now: number;
}

/** A message: theirs on the left, yours on the right. */
export function MessageView({ message, media, csrfToken, now }: MessageViewProps) {
  const { id, direction, text, when, answersCommentId } = message;
  return (
    <li class={direction === 'inbound' ? 'message' : 'message own'} id={id}>
      <span class="unseen">{direction === 'inbound' ? 'They wrote:' : 'You wrote:'}</span>
      {answersCommentId !== null && (
        <p class="soft small">
          Reply to <a href={`/inbox/comments/${answersCommentId}`}>their comment</a>
        </p>
      )}
      {message.media.map((one) => (
        <Attachment attached={one} file={one.key === null ? undefined : media.get(one.key)} />
      ))}
      {text !== '' && (
        <p class="bubble words" dir="auto">
          {text}
        </p>
      )}
      {text === '' && message.media.length === 0 && <p class="bubble soft">No text</p>}
      <Outcome
        status={message.status}
        error={message.error}
        timezone={when.timezone}
        now={now}
        resolvePath={`/inbox/messages/${id}/resolve`}
        csrfToken={csrfToken}
      />
      <p class="soft small">
        <time datetime={when.utc} title={when.local}>
          {spokenTime(when, now)}
        </time>
      </p>
    </li>
  );
}

const KIND_WORDS: Readonly<Record<MessageMedia['kind'], string>> = {
  image: 'Image',
  video: 'Video',
  audio: 'Voice message',
  file: 'File',
};

interface AttachmentProps {
  readonly attached: MessageMedia;
  /** Undefined unless it was uploaded here and is still stored. */
  readonly file: Media | undefined;
}

/** An attachment: an uploaded image is shown, everything else is a link. Pages load nothing from other servers. */
function Attachment({ attached, file }: AttachmentProps) {
  const words = KIND_WORDS[attached.kind];
  if (file) {
    const path = pathOf(file.url);
    return (
      <a class="attachment" href={path} target="_blank" rel="noopener noreferrer">
        {file.kind === 'image' ? (
          <img
            src={file.thumbnailUrl === null ? path : pathOf(file.thumbnailUrl)}
            alt={file.filename ?? words}
          />
        ) : (
          (file.filename ?? words)
        )}
      </a>
    );
  }
  const url = webAddress(attached.url);
  if (url === null) return <p class="bubble soft">{words} (no longer stored)</p>;
  return (
    <p class="bubble">
      <a href={url} target="_blank" rel="noopener noreferrer">
        {words} (open on the network)
      </a>
    </p>
  );
}

/** The path of a signed URL, so that the page loads it from its own origin. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
