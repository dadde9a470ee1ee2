import { filterWhileTyping } from './lists/filter.js';
import { enableSelection } from './lists/selection.js';

filterWhileTyping();
enableSelection();
