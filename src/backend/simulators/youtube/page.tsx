import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';
import { YOUTUBE_STYLES } from './styles.js';

const ACTIONS = [
  { icon: 'thumb', label: 'Like' },
  { icon: 'thumbDown', label: 'Dislike' },
  { icon: 'share', label: 'Share' },
  { icon: 'download', label: 'Download' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <Icon name="menu" />
    <span class="brand">
      <span class="mark" />
      YouTube
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <Icon name="bell" />
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind="video" />
        <h2 dir="auto">{post.title ?? 'Untitled'}</h2>
        <When instant={post.createdAt} words={longAge(post.createdAt, now)} />
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <Picture view={view} kind="video" />
      <h1 dir="auto">{post.title ?? 'Untitled'}</h1>
      <div class="under">
        <Avatar account={account} />
        <a class="who" href={profilePath(base, account)}>
          <span class="name">{account.displayName}</span>
          <span class="handle">@{account.handle}</span>
        </a>
        <span class="subscribe" aria-hidden="true">
          Subscribe
        </span>
        <Actions items={ACTIONS} />
      </div>
      <div class="description">
        <When instant={post.createdAt} words={longAge(post.createdAt, now)} />
        <RichText text={post.text} />
      </div>
    </PostFrame>
  );
};

export const youtubePage: NetworkPage = {
  styles: YOUTUBE_STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'grid',
  isHeaded: () => true,
};
