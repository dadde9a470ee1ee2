import type { Issue } from '../../contract/errors.js';
import type { Facts } from '../answers/render-text.js';
import { toToolWording } from './api-to-tool-words.js';

/** One broken rule: the argument, the rule, and how to fix it. */
export function issueFacts({ code, message, pointer, fix, allowed }: Issue): Facts {
  return {
    field: pointer === undefined ? undefined : fieldOf(pointer),
    code,
    message: toToolWording(message),
    fix: fix === undefined ? undefined : toToolWording(fix),
    allowed,
  };
}

/** `/overrides/0/title` as it is written in a call: `overrides[0].title`. */
function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}
