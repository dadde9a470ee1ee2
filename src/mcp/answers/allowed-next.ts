import type { Scope } from '../../contract/scopes.js';
import type { ToolDefinition } from '../definition/tool-definition.js';
import { scopeAdvice } from '../errors/error-answer.js';
import type { Answer } from './answer.js';

type Tool = Pick<ToolDefinition, 'name' | 'scope'>;

/** An answer without advice to call tools that the key may not use. If no advice is left, it names the scope. */
export function withAllowedNext(answer: Answer, tools: readonly Tool[], scopes: readonly Scope[]): Answer {
  const { next } = answer;
  if (next === undefined) return answer;
  const refused = tools.filter(({ name, scope }) => !scopes.includes(scope) && mentions(next, name));
  if (refused.length === 0) return answer;
  const left = next
    .split(/(?<=[.}])\s+(?=[A-Z])/)
    .filter((sentence) => refused.every(({ name }) => !mentions(sentence, name)));
  return { ...answer, next: left.length > 0 ? left.join(' ') : scopeAdvice(refused[0]?.scope) };
}

/** Whether it names the tool, and not one whose name only begins the same. */
function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}(?!\\w)`).test(text);
}
