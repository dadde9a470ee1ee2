import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText } from '../post-page/rich-text.js';
import { shortAge } from '../post-page/shown-times.js';
import { LINKEDIN_STYLES } from './styles.js';

const ACTIONS = [
  { icon: 'thumb', label: 'Like' },
  { icon: 'comment', label: 'Comment' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'send', label: 'Send' },
] as const;

const Bar: NetworkPage['Bar'] = () => (
  <div class="bar-row">
    <span class="mark" role="img" aria-label="LinkedIn">
      in
    </span>
    <span class="search">
      <Icon name="search" />
      <span class="label">Search</span>
    </span>
    <span class="tabs" aria-hidden="true">
      <Icon name="home" />
      <Icon name="user" />
      <Icon name="mail" />
      <Icon name="bell" />
    </span>
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now } = view;
  return (
    <PostFrame view={view}>
      <div class="post-head">
        <Avatar account={account} />
        <div class="who">
          <a class="name" href={profilePath(base, account)}>
            {account.displayName}
          </a>
          <span class="handle">{account.handle}</span>
          <span class="stamp">
            <When instant={post.createdAt} words={shortAge(post.createdAt, now)} />
            <span>•</span>
            <Icon name="globe" />
          </span>
        </div>
        <span class="more">
          <Icon name="dots" />
        </span>
      </div>
      <RichText text={post.text} />
      <Picture view={view} kind="image" />
      <LinkCard link={post.link} title={post.title} />
      <Actions items={ACTIONS} />
    </PostFrame>
  );
};

export const linkedinPage: NetworkPage = {
  styles: LINKEDIN_STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
