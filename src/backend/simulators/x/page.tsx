import type { FC } from 'hono/jsx';
import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage, PostView } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { clock, date, shortAge } from '../post-page/shown-times.js';
import { X_STYLES } from './styles.js';

/** X cuts a shown address after so many characters. */
const ADDRESS_LENGTH = 27;

const ACTIONS = [
  { icon: 'comment', label: 'Reply' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'heart', label: 'Like' },
  { icon: 'chart', label: 'Views' },
  { icon: 'bookmark', label: 'Bookmark' },
  { icon: 'share', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = ({ heading }) => (
  <div class="bar-row">
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label="X">
      <path d="M3.5 3h4.7l12.3 18h-4.7zM4 21l7-8M20 3l-7 7.5" />
    </svg>
    <h2 dir="auto">{heading}</h2>
  </div>
);

const Words: FC<{ readonly view: PostView }> = ({ view }) => (
  <>
    <RichText text={view.post.text} linkLabel={(address) => shortAddress(address, ADDRESS_LENGTH)} />
    <Picture view={view} kind="image" />
  </>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Avatar account={account} />
        <div>
          <div class="line">
            <span class="name">{account.displayName}</span>
            <span>@{account.handle}</span>
            <span>·</span>
            <When instant={post.createdAt} words={shortAge(post.createdAt, now)} />
          </div>
          <Words view={view} />
          <Actions items={ACTIONS} />
        </div>
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <a class="who" href={profilePath(base, account)}>
          <span class="name">{account.displayName}</span>
          <span class="handle">@{account.handle}</span>
        </a>
        <span class="more">
          <Icon name="dots" />
        </span>
      </div>
      <Words view={view} />
      <span class="stamp">
        <When instant={post.createdAt} words={`${clock(post.createdAt)} · ${date(post.createdAt)}`} />
      </span>
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

export const xPage: NetworkPage = { styles: X_STYLES, darkAppearance: true, Bar, Post, list: 'column' };
