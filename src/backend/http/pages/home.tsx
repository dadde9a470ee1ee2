import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { VERSION } from '../../../version.js';
import { documentOf, Frame } from './frame.js';

/** What somebody sees who opens the backend's address in a browser. */
export function homePage(publicUrl: string): Promise<string> {
  return documentOf(
    <Frame title="The backend is running">
      <h1>The backend is running.</h1>
      <p>
        This is Postrider {VERSION}: it drafts, schedules and publishes posts on {PLATFORMS.length} social
        networks, for programs and for models. The networks behind it are simulated: nothing is sent to the
        real ones.
      </p>
      <section class="card">
        <p>
          REST API: <code>{publicUrl}/v1</code>, described by <a href="/openapi.json">openapi.json</a>
        </p>
        <p>
          A key for it: <code>postrider keys create --label "My key" --scopes full</code>
        </p>
        <p>
          For a model: <code>postrider</code> prints the <code>mcpServers</code> entry to paste
        </p>
      </section>
      <h2>What was published, as each network shows it</h2>
      <ul class="networks">
        {PLATFORMS.map((platform) => (
          <li>
            <a href={`/network/${platform}`}>{PLATFORM_NAMES[platform]}</a>
          </li>
        ))}
      </ul>
    </Frame>,
  );
}
