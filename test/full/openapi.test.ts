import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi/openapi.js';

it('the OpenAPI description breaks none of Redocly’s recommended rules', async () => {
  const document = openApiDocument({ serverUrl: 'http://127.0.0.1:4747', version: '0.1.0' });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended'] }),
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});
