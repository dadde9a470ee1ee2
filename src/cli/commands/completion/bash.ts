import type { Place } from './places.js';
import { namesOf, offerWord, valueCases } from './value-cases.js';

/** A completion script for bash 3.2 (the version on macOS) and later. */
export function bashScript(places: readonly Place[]): string {
  return `# Completion of postrider for bash: source <(postrider completion bash)

# Sets the words, options, options with a value, and argument of a place.
_postrider_at() {
  words= options= valued= argument=
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

_postrider() {
  local line=\${COMP_LINE:0:COMP_POINT} words options valued argument offer
  local place= cur prev word next taken= i
  local -a typed
  read -ra typed <<< "$line"
  [[ $line == *[[:space:]] ]] && typed[\${#typed[@]}]=
  local last=$(( \${#typed[@]} - 1 ))
  cur=\${typed[last]}
  COMPREPLY=()
  _postrider_at ''
  for (( i = 1; i < last; i++ )); do
    word=\${typed[i]}
    if [[ -n $taken ]]; then taken=; continue; fi
    if [[ $word == -* ]]; then
      case " $valued " in *" $word "*) taken=$word ;; esac
      continue
    fi
    next="\${place:+$place }$word"
    if _postrider_at "$next"; then place=$next; else _postrider_at "$place"; fi
  done
  prev=$taken
  if [[ $cur == --*=* ]]; then prev=\${cur%%=*}; cur=\${cur#*=}; fi
  if [[ -n $prev ]]; then
    _postrider_value "$place" "$prev"
  elif [[ $cur == -* ]]; then
    offer=$options
  elif [[ -n $words ]]; then
    offer=$words
  else
    offer=$argument
  fi
  case $offer in
  '') ;;
  @file) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
  @folder) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
  *)
    [[ $offer == @profile ]] && offer=$("\${typed[0]}" profiles list --quiet 2> /dev/null)
    # Complete the last of several values.
    local before=
    [[ $cur == *,* ]] && before=\${cur%,*},
    COMPREPLY=($(compgen -P "$before" -W "$offer" -- "\${cur##*,}"))
    # The line editor treats the part before a colon as a separate word.
    if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
      local head=\${cur%"\${cur##*:}"}
      for i in \${!COMPREPLY[@]}; do COMPREPLY[i]=\${COMPREPLY[i]#"$head"}; done
    fi
    ;;
  esac
}
complete -F _postrider postrider
`;
}

function placeCase({ path, words, options, argument }: Place): string {
  const names = options.flatMap(namesOf);
  const valued = options.filter(({ value }) => value !== null).flatMap(namesOf);
  const parts = [
    ...(words.length === 0 ? [] : [`words='${words.map(({ word }) => word).join(' ')}'`]),
    `options='${names.filter((name) => name.startsWith('--')).join(' ')}'`,
    `valued='${valued.join(' ')}'`,
    ...(argument === 'nothing' ? [] : [`argument='${offerWord(argument)}'`]),
  ];
  return `  '${path}') ${parts.join(' ')} ;;`;
}
