import type { Offer, Place, PlaceOption } from './places.js';

/** A completion script for fish 3. */
export function fishScript(places: readonly Place[]): string {
  return `# Completion of postrider for fish: postrider completion fish | source

set -g __postrider_places ${places.map(({ path }) => quoted(path)).join(' ')}

# Whether the words so far lead to this place.
function __postrider_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l next (string trim -- "$place $word")
    contains -- "$next" $__postrider_places; and set place $next
  end
  test "$place" = "$argv[1]"
end

# Complete the last of several values separated by commas.
function __postrider_list
  set -l before (string match -r '^.*,' -- (commandline -ct))
  for value in $argv
    echo "$before$value"
  end
end

function __postrider_profiles
  set -l program (commandline -opc)[1]
  $program profiles list --quiet 2> /dev/null
end

complete -c postrider -e
complete -c postrider -f
${places.flatMap(placeLines).join('\n')}
`;
}

function placeLines({ path, words, options, argument }: Place): string[] {
  const here = `complete -c postrider -n ${quoted(`__postrider_at ${quoted(path)}`)}`;
  return [
    ...words.map(({ word, summary }) => `${here} -a ${quoted(word)} -d ${quoted(summary)}`),
    ...options.map((option) => `${here} ${optionWords(option)}`),
    ...(argument === 'nothing' ? [] : [`${here} ${offerWords(argument)}`]),
  ];
}

function optionWords({ long, short, description, value }: PlaceOption): string {
  const names = `-l ${long.slice(2)}${short === null ? '' : ` -s ${short.slice(1)}`}`;
  const offer = value === null ? '' : value === 'nothing' ? ' -x' : ` -r ${offerWords(value)}`;
  return `${names} -d ${quoted(description)}${offer}`;
}

function offerWords(offer: Offer): string {
  if (offer === 'file') return '-F';
  if (offer === 'folder') return "-f -a '(__fish_complete_directories (commandline -ct))'";
  if (offer === 'profile') return "-f -a '(__postrider_profiles)'";
  if (offer === 'nothing') return '-f';
  return `-f -a ${quoted(`(__postrider_list ${offer.words.join(' ')})`)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
