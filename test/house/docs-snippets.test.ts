import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { commandRead } from '../cli/support/typed-line.js';
import { commandsIn } from '../support/shell-words.js';
import { SNIPPETS, type Snippet } from './pages/pages.js';
import { curlFault } from './pages/typed-request.js';

const inLanguage = (...languages: string[]): Snippet[] =>
  SNIPPETS.filter(({ language }) => languages.includes(language));

/** The errors of snippets, each with its location. */
function faultsOf(snippets: readonly Snippet[], fault: (snippet: Snippet) => string | null): string[] {
  return snippets.flatMap((snippet) => {
    const found = fault(snippet);
    return found === null ? [] : [`${snippet.at}: ${found}`];
  });
}

/** The arguments of `postrider`; null for another program. */
function ourCommand(words: readonly string[]): readonly string[] | null {
  const begin = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const [program = '', first = '', second = ''] = words.slice(begin);
  if (program === 'postrider') return words.slice(begin + 1);
  if (program === 'node' && first.endsWith('bin/postrider.cjs')) return words.slice(begin + 2);
  if (program === 'npx' && (first === 'postrider' || second === 'postrider')) {
    return words.slice(begin + (first === 'postrider' ? 2 : 3));
  }
  return null;
}

describe('snippets in the documentation', () => {
  it('have a language that is checked here, or no language', () => {
    const known = ['sh', 'ts', 'json', 'jsonl', 'csv', 'toml', 'yaml', 'http', 'nginx', 'text', ''];
    expect(
      SNIPPETS.filter(({ language }) => !known.includes(language)).map(({ at, language }) => [at, language]),
    ).toEqual([]);
  });

  it('use existing commands, options and values', async () => {
    const checked = inLanguage('sh').flatMap(({ at, text }) =>
      commandsIn(text).flatMap((words) => {
        const ours = ourCommand(words);
        return ours === null ? [] : [{ at, ours }];
      }),
    );
    expect(checked.length).toBeGreaterThan(40);
    const faults: [string, string][] = [];
    for (const { at, ours } of checked) {
      await commandRead(ours).catch((error: unknown) => faults.push([at, String(error)]));
    }
    expect(faults).toEqual([]);
  });

  it('send valid requests to the API', () => {
    const faults = inLanguage('sh').flatMap(({ at, text }) =>
      commandsIn(text)
        .filter(([program]) => program === 'curl')
        .map((words) => [at, curlFault(words)]),
    );
    expect(faults.length).toBeGreaterThan(70);
    expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
  });

  it('are valid JSON or TOML if labelled so', () => {
    expect(
      faultsOf(inLanguage('json', 'toml'), ({ language, text }) => {
        try {
          if (language === 'json') JSON.parse(text);
          else parseToml(text);
          return null;
        } catch (error) {
          return String(error);
        }
      }),
    ).toEqual([]);
  });

  it('show valid entries for hosts', () => {
    const entries = inLanguage('json')
      .map(({ at, text }) => ({ at, servers: Object(JSON.parse(text))['mcpServers'] }))
      .filter(({ servers }) => servers !== undefined);
    expect(entries.length).toBeGreaterThan(3);
    for (const { at, servers } of entries) {
      const starts = {
        command: expect.any(String),
        args: expect.arrayContaining([expect.any(String)]),
        env: expect.objectContaining({ POSTRIDER_API_KEY: expect.any(String) }),
      };
      const reaches = /"(url|httpUrl|serverUrl)": ?"http/;
      const entry: unknown = servers.postrider;
      if (reaches.test(JSON.stringify(entry))) expect(JSON.stringify(entry), at).toContain('Bearer ');
      else expect(entry, at).toMatchObject(starts);
    }
  });
});
