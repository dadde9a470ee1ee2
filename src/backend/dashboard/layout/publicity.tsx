import type { User } from '../user.js';

/** Says next to what publishes whether the post will be real. */
export function Publicity({ user: { workspace } }: { readonly user: Pick<User, 'workspace'> }) {
  return workspace.sandbox === 1 ? (
    <p class="soft small">Sandbox: the networks are simulated, so nothing is public.</p>
  ) : (
    <p class="small">
      <strong>Live:</strong> posts are published on the real networks.
    </p>
  );
}
