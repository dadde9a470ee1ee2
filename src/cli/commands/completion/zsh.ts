import type { Place } from './places.js';
import { namesOf, offerWord, valueCases } from './value-cases.js';

/** A completion script for zsh 5, to source or to save as `_postrider` in a folder of `fpath`. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef postrider
# Completion of postrider for zsh: source <(postrider completion zsh)

# Sets the entries of a place, each as word:description.
_postrider_at() {
  entries=() flags=() valued=() argument=
  case $1 in
${places.map(placeCase).join('\n')}
  *) return 1 ;;
  esac
}

# Sets what to offer for the value of an option.
_postrider_value() {
  offer=
  case "$1|$2" in
${valueCases(places).join('\n')}
  esac
}

_postrider_offer() {
  local -a choices
  case $1 in
  '') ;;
  @file) _files ;;
  @folder) _files -/ ;;
  *)
    # Complete the last of several values.
    compset -P '*,'
    if [[ $1 == @profile ]]; then
      choices=(\${(f)"$(\${words[1]} profiles list --quiet 2> /dev/null)"})
    else
      choices=(\${=1})
    fi
    compadd -a choices
    ;;
  esac
}

_postrider() {
  local place= taken= word next offer argument
  local -a entries flags valued
  local -i i
  _postrider_at ''
  for (( i = 2; i < CURRENT; i++ )); do
    word=\${words[i]}
    if [[ -n $taken ]]; then taken=; continue; fi
    if [[ $word == -* ]]; then
      (( \${valued[(Ie)$word]} )) && taken=$word
      continue
    fi
    next="\${place:+$place }$word"
    if _postrider_at "$next"; then place=$next; else _postrider_at "$place"; fi
  done
  word=\${words[CURRENT]}
  if [[ -z $taken && $word == --*=* ]]; then
    taken=\${word%%=*}
    compset -P '*='
  fi
  if [[ -n $taken ]]; then
    _postrider_value "$place" "$taken"
    _postrider_offer "$offer"
  elif [[ $word == -* ]]; then
    _describe -o 'option' flags
  elif (( \${#entries} )); then
    _describe 'command' entries
  else
    _postrider_offer "$argument"
  fi
}

if [[ \${funcstack[1]} == _postrider ]]; then
  _postrider "$@"
else
  compdef _postrider postrider
fi
`;
}

function placeCase({ path, words, options, argument }: Place): string {
  const valued = options.filter(({ value }) => value !== null).flatMap(namesOf);
  const lines = [
    `    entries=(${words.map(({ word, summary }) => described(word, summary)).join(' ')})`,
    `    flags=(${options.map(({ long, description }) => described(long, description)).join(' ')})`,
    `    valued=(${valued.join(' ')})`,
    `    argument='${offerWord(argument)}'`,
  ];
  return `  '${path}')\n${lines.join('\n')}\n    ;;`;
}

/** `'word:what it does'`, with colons in the word escaped. */
function described(word: string, summary: string): string {
  return `'${`${word.replaceAll(':', '\\:')}:${summary}`.replaceAll("'", "'\\''")}'`;
}
