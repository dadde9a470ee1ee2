import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';
import { INSTAGRAM_STYLES } from './styles.js';

/** Addresses are not links in a caption. */
const MARKS = ['mention', 'hashtag'] as const;

const ACTIONS = [
  { icon: 'heart', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'send', label: 'Share' },
  { icon: 'bookmark', label: 'Save' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="brand">Instagram</span>
    <span class="tabs" aria-hidden="true">
      <Icon name="home" />
      <Icon name="search" />
      <Icon name="heart" />
      <Icon name="plus" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  const kind = post.path.startsWith('/reel/') ? 'video' : 'image';
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind={kind} several="strip" />
        <div class="hover">
          <RichText text={post.text} marks={[]} />
        </div>
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <Picture view={view} kind={kind} several="strip" />
      <div class="side">
        <div class="post-head">
          <span class="ring">
            <Avatar account={account} />
          </span>
          <a class="name" href={profilePath(base, account)}>
            {account.handle}
          </a>
          <span class="more">
            <Icon name="dots" />
          </span>
        </div>
        <div class="caption">
          <span class="name">{account.handle}</span>
          <RichText text={post.text} marks={MARKS} />
        </div>
        <Actions items={ACTIONS} />
        <div class="stamp">
          <When instant={post.createdAt} words={longAge(post.createdAt, now)} />
        </div>
      </div>
    </PostFrame>
  );
};

export const instagramPage: NetworkPage = {
  styles: INSTAGRAM_STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'grid',
};
