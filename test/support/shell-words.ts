/** The commands of a shell script. Handles line continuations and comments. */
export function commandsIn(script: string): string[][] {
  return splitCommands(script)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

/** Newlines and `&&` outside quotes separate commands. */
function splitCommands(script: string): string[] {
  const commands: string[] = [];
  let quote = '';
  let begin = 0;
  for (let at = 0; at < script.length; at += 1) {
    const sign = script.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '\\') at += 1;
    else if (sign === '\n' || script.startsWith('&&', at) || sign === '|') {
      commands.push(script.slice(begin, at));
      begin = at + (sign === '&' ? 2 : 1);
    }
  }
  return [...commands, script.slice(begin)];
}

const WORD = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\[\s\S]|[^\s'"\\])+/g;

function wordsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(WORD) ?? [];
  // A comment, a redirection or `&` ends the command's arguments.
  const end = words.findIndex((word) => /^(?:#|[<>]|&$|\d>)/.test(word));
  return (end < 0 ? words : words.slice(0, end)).map((word) =>
    word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) => {
      return single ?? double?.replaceAll(/\\(.)/g, '$1') ?? escaped ?? '';
    }),
  );
}
