import { filterWhileTyping } from './lists/filter.js';
import { keepReplies } from './lists/inbox.js';
import { enableSelection } from './lists/selection.js';

filterWhileTyping();
enableSelection();
keepReplies();
