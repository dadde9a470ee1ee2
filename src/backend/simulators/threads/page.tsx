import { profilePath } from '../../networks/web-addresses.js';
import { Avatar } from '../post-page/avatar.js';
import { Actions, Icon } from '../post-page/icons.js';
import { LinkCard } from '../post-page/link-card.js';
import type { NetworkPage } from '../post-page/network-page.js';
import { Picture } from '../post-page/picture.js';
import { PostFrame, When } from '../post-page/post-frame.js';
import { RichText, shortAddress } from '../post-page/rich-text.js';
import { shortAge } from '../post-page/shown-times.js';
import { THREADS_STYLES } from './styles.js';

const ADDRESS_LENGTH = 32;

const ACTIONS = [
  { icon: 'heart', label: 'Like' },
  { icon: 'comment', label: 'Reply' },
  { icon: 'repeat', label: 'Repost' },
  { icon: 'send', label: 'Share' },
] as const;

const Bar: NetworkPage['Bar'] = ({ heading }) => (
  <div class="bar-row">
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Threads">
      <path d="M19 8.5C18 4.8 15.5 3 12 3 7 3 4.5 6.5 4.5 12S7 21 12 21c4 0 7-2.2 7-5.2 0-3.3-3-4.8-6.5-4.8-2.6 0-4.5 1.1-4.5 3 0 1.7 1.5 2.7 3.4 2.7 2.7 0 4.1-1.8 4.1-4.7 0-3-1.5-4.5-3.7-4.5-1.5 0-2.6.6-3.3 1.7" />
    </svg>
    <h2 dir="auto">{heading}</h2>
    <Icon name="menu" />
  </div>
);

const Post: NetworkPage['Post'] = (view) => {
  const { account, post, base, now } = view;
  return (
    <PostFrame view={view}>
      <Avatar account={account} />
      <div>
        <div class="line">
          <a class="name" href={profilePath(base, account)}>
            {account.handle}
          </a>
          <When instant={post.createdAt} words={shortAge(post.createdAt, now)} />
          <span class="more">
            <Icon name="dots" />
          </span>
        </div>
        <RichText text={post.text} linkLabel={(address) => shortAddress(address, ADDRESS_LENGTH)} />
        <Picture view={view} kind="image" several="strip" />
        <LinkCard link={post.link} title={post.title} />
        <Actions items={ACTIONS} />
      </div>
    </PostFrame>
  );
};

export const threadsPage: NetworkPage = {
  styles: THREADS_STYLES,
  darkAppearance: true,
  Bar,
  Post,
  list: 'column',
};
