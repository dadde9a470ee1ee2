import type { Scope } from '../../contract/scopes.js';
import type { ToolDefinition } from '../definition/tool-definition.js';
import { scopeAdvice } from '../errors/error-answer.js';
import type { Answer } from './answer.js';

type Tool = Pick<ToolDefinition, 'name' | 'scope'>;

/** An answer without advice to call tools that the key may not use. If no advice is left, it names the scope. */
export function withAllowedNext(answer: Answer, tools: readonly Tool[], scopes: readonly Scope[]): Answer {
  const { next } = answer;
  if (next === undefined) return answer;
  const refused = refusedIn(next, tools, scopes);
  if (refused.length === 0) return answer;
  const left = next
    .split(/(?<=[.}])\s+(?=[A-Z])/)
    .filter((sentence) => refusedIn(sentence, tools, scopes).length === 0);
  return { ...answer, next: left.length > 0 ? left.join(' ') : scopeAdvice(refused[0]?.scope) };
}

/** The tools that a text names and the scopes do not allow. */
function refusedIn(text: string, tools: readonly Tool[], scopes: readonly Scope[]): readonly Tool[] {
  const named: readonly string[] = text.match(/\bpostrider_\w+/g) ?? [];
  return tools.filter(({ name, scope }) => named.includes(name) && !scopes.includes(scope));
}
