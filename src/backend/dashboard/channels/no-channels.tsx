import { Empty } from '../layout/parts.js';

/** Instead of channels to choose from. */
export function NoChannels() {
  return (
    <Empty title="No channels connected">
      <a href="/channels">Connect a channel first</a>
    </Empty>
  );
}
