import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage, PagePost } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { clock, longDate, shortAge } from '../post-page/shown-times.js';
import { FACEBOOK_STYLES } from './styles.js';

/** Facebook writes a short text that stands by itself in large letters. */
const LARGE_UP_TO = 85;

function isLarge({ text, link, mediaIds }: PagePost): boolean {
  return text.length <= LARGE_UP_TO && !text.includes('\n') && link === null && mediaIds.length === 0;
}

const ACTIONS = [
  { icon: 'thumb', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'share', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="mark" role="img" aria-label="Facebook">
      f
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search Facebook</span>
    </span>
    <span class="tabs" aria-hidden="true">
      <Icon name="home" />
      <Icon name="video" />
      <Icon name="user" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now, alone } = view;
  const when = alone
    ? `${longDate(post.createdAt)} at ${clock(post.createdAt)}`
    : shortAge(post.createdAt, now);
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <div class="who">
          <a class="name" href={profilePath(base, account)}>
            {account.displayName}
          </a>
          <span class="stamp">
            <When instant={post.createdAt} words={when} />
            <span>·</span>
            <Icon name="globe" />
          </span>
        </div>
        <span class="more">
          <Icon name="dots" />
        </span>
      </div>
      <div class={isLarge(post) ? 'large-words' : 'words'}>
        <RichText text={post.text} />
      </div>
      <Picture view={view} kind="image" />
      <LinkCard link={post.link} title={post.title} />
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

export const facebookPage: NetworkPage = {
  styles: FACEBOOK_STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
