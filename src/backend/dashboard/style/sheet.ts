import { ASSISTANTS } from './assistants.js';
import { CALENDAR } from './calendar.js';
import { COMPOSE } from './compose.js';
import { CROP } from './crop.js';
import { FRAME } from './frame.js';
import { INBOX } from './inbox.js';
import { INSIGHTS } from './insights.js';
import { LABELS } from './labels.js';
import { LISTS } from './lists.js';
import { MEDIA } from './media.js';
import { PARTS } from './parts.js';
import { POSTS } from './posts.js';
import { TOKENS } from './tokens.js';

/** The style sheet of the dashboard. */
export const DASHBOARD_STYLE = [
  TOKENS,
  FRAME,
  PARTS,
  POSTS,
  COMPOSE,
  CALENDAR,
  INBOX,
  INSIGHTS,
  LISTS,
  MEDIA,
  LABELS,
  ASSISTANTS,
  CROP,
].join('');
