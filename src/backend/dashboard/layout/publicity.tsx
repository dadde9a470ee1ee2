import type { User } from '../user.js';

/** Says next to what publishes whether the post will be real. */
export function Publicity({
  user: { workspace, isRehearsal },
}: {
  readonly user: Pick<User, 'workspace' | 'isRehearsal'>;
}) {
  if (isRehearsal) {
    return (
      <p class="soft small">Rehearsal: the networks are simulated on this machine, so nothing is public.</p>
    );
  }
  return workspace.sandbox === 1 ? (
    <p class="soft small">Sandbox: the networks are simulated, so nothing is public.</p>
  ) : (
    <p class="small">
      <strong>Live:</strong> posts are published on the real networks.
    </p>
  );
}
