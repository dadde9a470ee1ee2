import { answerShapes } from './answer-shapes.js';
import { clientOperations } from './client-operations.js';
import { clientsPage } from './clients-page.js';
import { commandLinePage } from './command-line-page.js';
import { connectingPage } from './connecting-page.js';
import { indexPage } from './index-page.js';
import { networksPage } from './networks-page.js';
import { referencePages } from './reference-pages.js';
import { safetyPage } from './safety-page.js';
import { serverJson } from './server-json.js';
import { toolsPage } from './tools-page.js';
import { troubleshootingPage } from './troubleshooting-page.js';

/** The generated files of the repository. `npm run docs` writes them, and a test checks that they are current. */
export const MADE_FILES: Readonly<Record<string, () => string>> = {
  'docs/README.md': indexPage,
  'docs/tools.md': toolsPage,
  'docs/clients.md': clientsPage,
  'docs/connecting.md': connectingPage,
  'docs/networks.md': networksPage,
  'docs/safety.md': safetyPage,
  ...referencePages(),
  'docs/troubleshooting.md': troubleshootingPage,
  'docs/command-line.md': commandLinePage,
  'server.json': serverJson,
  'src/client/calls/answer-shapes.generated.ts': answerShapes,
  'src/client/calls/operations.generated.ts': clientOperations,
};
