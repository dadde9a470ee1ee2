import {
  argOf,
  copyOf,
  type Dockerfile,
  environmentOf,
  healthCheckOf,
  named,
  type Stage,
  wordsOf,
} from '../../deploy/support/dockerfile.js';

/** A word for a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * The steps of a Dockerfile as a shell script, for machines without a container engine. Each stage is a root folder of
 * its own: this machine's files with the stage's changes on top, in memory. It takes the place of the base image, which
 * a test cannot download.
 *
 * The script needs a mount namespace of its own. Its first argument is an empty folder, its second the build context.
 */
export function buildScript({ stages }: Dockerfile, buildArgs: Readonly<Record<string, string>>): string {
  return [
    'set -eu',
    'work=$1 context=$2',
    'mount -t tmpfs tmpfs "$work"',
    ...stages.flatMap((stage, index) => stageLines(stage, index, stages, buildArgs)),
    `image="$work/${stages.length - 1}/root"`,
  ].join('\n');
}

function stageLines(
  stage: Stage,
  index: number,
  stages: readonly Stage[],
  buildArgs: Readonly<Record<string, string>>,
): string[] {
  const root = `"$work/${index}/root"`;
  const lines = [
    `mkdir -p "$work/${index}/changes" "$work/${index}/overlay" ${root}`,
    `mount -t overlay overlay -o lowerdir=/,upperdir="$work/${index}/changes",workdir="$work/${index}/overlay" ${root}`,
    `mount --rbind /dev ${root}/dev && mount -t proc proc ${root}/proc`,
  ];
  let folder = '/';
  const variables = new Map<string, string>();
  for (const instruction of stage.instructions) {
    const { name, text } = instruction;
    if (name === 'ARG') {
      const [key, value] = argOf(instruction);
      variables.set(key, buildArgs[key] ?? value);
    } else if (name === 'WORKDIR') {
      folder = text;
      lines.push(`mkdir -p ${root}${folder}`);
    } else if (name === 'COPY') {
      const { from, sources, to } = copyOf(instruction);
      const at =
        from === null ? '"$context"' : `"$work/${stages.findIndex((one) => one.name === from)}/root"`;
      const target = to.startsWith('/') ? to : `${folder}/${to}`;
      // The content of a folder, or files into a folder.
      const what = sources.map((source) => `${at}/${source.replace(/^\//, '')}${from === null ? '' : '/.'}`);
      lines.push(
        `mkdir -p ${root}${target} && cp -a --no-preserve=ownership ${what.join(' ')} ${root}${target}`,
      );
    } else if (name === 'RUN') {
      const given = [...variables].map(([key, value]) => `${key}=${quoted(value)}`).join(' ');
      lines.push(`env ${given} chroot ${root} sh -euc ${quoted(`cd ${folder}; ${text}`)}`);
    }
  }
  return lines;
}

/**
 * Starts the built image as `docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges --tmpfs=/tmp` does,
 * with a new volume, and without a network. Waits until its health check succeeds, runs `meanwhile` in it, and stops it
 * as `docker stop` does. Prints what `meanwhile` prints, then the exit code of the program.
 *
 * @param environment what `--env` sets
 */
export function runScript(
  image: Stage,
  environment: Readonly<Record<string, string>>,
  meanwhile: string,
): string {
  const user = named(image, 'USER').at(-1)?.text.split(':') ?? [];
  const [volume = ''] = named(image, 'VOLUME').map(({ text }) => text);
  const variables = Object.entries({ ...environmentOf(image), ...environment, PATH: '$PATH' });
  const inside = [
    'setpriv',
    `--reuid=${user[0]} --regid=${user[1]} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs`,
    `env -i ${variables.map(([name, value]) => `${name}="${value}"`).join(' ')}`,
  ].join(' ');
  const program = [...wordsOf(image, 'ENTRYPOINT'), ...wordsOf(image, 'CMD')].map(quoted).join(' ');
  const check = healthCheckOf(image).command.map(quoted).join(' ');
  return [
    `cp -a "$image${volume}" "$work/volume"`,
    'mount -o remount,ro "$image"',
    `mount --bind "$work/volume" "$image${volume}"`,
    'mount -t tmpfs -o mode=1777 tmpfs "$image/tmp"',
    'ip link set lo up',
    `inside() { exec chroot "$image" ${inside} "$@"; }`,
    `cd "$image${volume}"`,
    // A subshell that becomes the program, so that the signal reaches it.
    `(inside ${program}) &`,
    'pid=$!',
    'tries=0',
    `until (inside ${check}) >"$work/health" 2>&1; do`,
    '  tries=$((tries + 1))',
    '  if [ "$tries" -gt 60 ] || ! kill -0 "$pid"; then cat "$work/health" >&2; kill "$pid"; exit 1; fi',
    '  sleep 1',
    'done',
    `(inside sh -c ${quoted(meanwhile)})`,
    'kill -TERM "$pid"',
    'code=0; wait "$pid" || code=$?',
    'echo "exit $code"',
  ].join('\n');
}
