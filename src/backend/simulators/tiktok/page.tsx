import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { longAge } from '../post-page/shown-times.js';
import { TIKTOK_STYLES } from './styles.js';

/** Addresses are not links in a caption. */
const MARKS = ['mention', 'hashtag'] as const;

const ACTIONS = [
  { icon: 'heart', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'bookmark', label: 'Save' },
  { icon: 'share', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="brand">
      <span class="note">
        <Icon name="music" />
      </span>
      TikTok
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <span class="upload" aria-hidden="true">
      Upload
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  if (!alone) {
    return (
      <PostFrame view={view}>
        <Picture view={view} kind="video" several="strip" />
        <div class="overlay">
          <RichText text={post.text} marks={[]} />
        </div>
      </PostFrame>
    );
  }
  return (
    <PostFrame view={view}>
      <div class="stage">
        <Picture view={view} kind="video" several="strip" />
        <div class="overlay">
          <a class="name" href={profilePath(base, account)}>
            {account.handle}
          </a>
          <When instant={post.createdAt} words={`· ${longAge(post.createdAt, now)}`} />
          <RichText text={post.text} marks={MARKS} />
          <div class="sound">
            <Icon name="music" />
            original sound — {account.displayName}
          </div>
        </div>
      </div>
      <div class="rail">
        <Avatar account={account} />
        <Actions items={ACTIONS} />
      </div>
    </PostFrame>
  );
};

export const tiktokPage: NetworkPage = {
  styles: TIKTOK_STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'grid',
};
