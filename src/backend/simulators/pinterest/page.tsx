import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';
import { PINTEREST_STYLES } from './styles.js';

/** In a description hashtags are marked; addresses belong into the pin's link. */
const MARKS = ['hashtag', 'mention'] as const;
const ADDRESS_LENGTH = 40;

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
          <a class="source" href={source} rel="nofollow noopener noreferrer ugc">
            {shortAddress(source, ADDRESS_LENGTH)}
          </a>
        )}
        {post.title === null ? null : <h1 dir="auto">{post.title}</h1>}
        <RichText text={post.text} marks={MARKS} />
        <div class="post-head">
          <Avatar account={account} />
          <a class="who" href={profilePath(base, account)}>
            <span class="name">{account.displayName}</span>
            <When instant={post.createdAt} words={longAge(post.createdAt, now)} />
          </a>
        </div>
      </div>
    </PostFrame>
  );
};

export const pinterestPage: NetworkPage = {
  styles: PINTEREST_STYLES,
  darkAppearance: false,
  Bar,
  Post,
  list: 'grid',
  isHeaded: ({ title }) => title !== null,
};
