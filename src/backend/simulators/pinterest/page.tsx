import { profilePath } from '../../networks/web-addresses.js';
import { Anchor } from '../post-page/anchor.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, Title, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';

/** In a description hashtags are marked; addresses belong into the pin's link. */
const MARKS = ['hashtag', 'mention'] as const;
const MAX_ADDRESS_LENGTH = 40;

const ACTIONS = [
  { icon: 'heart', label: 'React' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'share', label: 'Share' },
  { icon: 'dots', label: 'More' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="mark" role="img" aria-label="Pinterest">
      P
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <span class="tabs" aria-hidden="true">
      <Icon name="bell" />
      <Icon name="comment" />
      <Icon name="user" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind="image" several="strip" />
        <h2 dir="auto">{post.title ?? post.text}</h2>
      </PostFrame>
    );
  }
  const source = post.link !== null && /^https?:\/\//i.test(post.link) ? post.link : null;
  return (
    <PostFrame view={view}>
      <Picture view={view} kind="image" several="strip" />
      <div class="side">
        <div class="tools">
          <Actions items={ACTIONS} />
          <span class="save" aria-hidden="true">
            Save
          </span>
        </div>
        {source === null ? null : (
          <Anchor class="source" href={source} isOutside>
            {shortAddress(source, MAX_ADDRESS_LENGTH)}
          </Anchor>
        )}
        {post.title === null ? null : <Title view={view} text={post.title} />}
        <RichText text={post.text} marks={MARKS} />
        <div class="post-head">
          <Avatar account={account} />
          <Anchor class="who" href={profilePath(base, account)}>
            <span class="name">{account.displayName}</span>
            <When instant={post.createdAt} now={now} words={longAge} />
          </Anchor>
        </div>
      </div>
    </PostFrame>
  );
};

const STYLES = `
.pinterest { --ink: #111; --soft: #5f5f5f; --line: #e9e9e9; --accent: #0074e8; --field: #f1f1f1; --width: 1016px; }
.pinterest .bar { border-bottom: 0; }
.pinterest .bar-row { max-width: none; min-height: 80px; }
.pinterest .mark { width: 32px; height: 32px; border-radius: 50%; background: #e60023; color: #fff; display: flex; align-items: center; justify-content: center; font: italic 700 21px Georgia, serif; }
.pinterest .bar .search { max-width: none; padding: 13px 18px; font-size: 16px; border-radius: 16px; }
.pinterest .bar .tabs { --icon: 24px; }
.pinterest .alone { display: grid; grid-template-columns: 1fr 1fr; margin: 8px 16px 24px; padding: 0; border-radius: 32px; overflow: hidden; box-shadow: 0 1px 20px rgb(0 0 0 / .1); }
.pinterest .picture { aspect-ratio: 2 / 3; --one-max: 150cqw; }
.pinterest .side { padding: 32px; display: flex; flex-direction: column; gap: 16px; min-width: 0; }
.pinterest .tools { display: flex; align-items: center; } .pinterest .tools .actions { gap: 20px; color: var(--ink); --icon: 22px; } .pinterest .tools .actions .label { display: none; }
.pinterest .save { margin-left: auto; padding: 12px 18px; border-radius: 16px; background: #e60023; color: #fff; font-weight: 600; }
.pinterest .source { text-decoration: underline; overflow-wrap: anywhere; }
.pinterest .title { font-weight: 600; font-size: 28px; line-height: 1.2; overflow-wrap: anywhere; }
.pinterest .post-head { margin-top: 8px; } .pinterest .avatar { width: 48px; height: 48px; } .pinterest .name { font-weight: 600; }
.pinterest .profile { flex-direction: column; text-align: center; border: 0; } .pinterest .profile .avatar { width: 120px; height: 120px; font-size: 40px; } .pinterest .profile .name { font-size: 32px; }
.pinterest .in-list { padding: 0; } .pinterest .in-list .picture { border-radius: 16px; } .pinterest .in-list h2 { margin: 8px 6px 0; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
@container (max-width: 700px) { .pinterest .alone { grid-template-columns: 1fr; border-radius: 24px; margin: 0 8px 16px; } .pinterest .side { padding: 20px; } .pinterest .picture { aspect-ratio: 4 / 5; } .pinterest .bar-row { min-height: 64px; } .pinterest .grid { grid-template-columns: 1fr 1fr; gap: 8px; padding: 8px; } }
`;

export const pinterestPage: NetworkPage = {
  styles: STYLES,
  darkAppearance: false,
  Bar,
  Post,
  list: 'grid',
  isHeaded: ({ title }) => title !== null,
};
