import { expect, it } from 'vitest';
import { traceOptions } from './trace-options.js';

const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it.each([
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
  ['https://otlp.example/otlp/', 'https://otlp.example/otlp/v1/traces'],
])('adds the path of traces to %s', (endpoint, url) => {
  expect(traceOptions({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing?.url).toBe(url);
});

it('uses the address for traces as it is', () => {
  const env = { ...BASE, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example' };
  expect(traceOptions(env).tracing?.url).toBe('https://traces.example/');
});

it.each([
  [{}],
  [{ OTEL_SERVICE_NAME: 'alone' }],
  [{ ...BASE, OTEL_SDK_DISABLED: 'true' }],
  [{ ...BASE, OTEL_TRACES_EXPORTER: 'none' }],
])('traces nothing with %j', (env) => {
  expect(traceOptions(env)).toEqual({});
});

it('reads headers, names and the sampler as OpenTelemetry writes them', () => {
  const env = {
    ...BASE,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-key%3D , x-team = blue,',
    OTEL_SERVICE_NAME: 'posts',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=ignored',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
  };
  expect(traceOptions(env).tracing).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: { authorization: 'Bearer a-key=', 'x-team': 'blue' },
    serviceName: 'posts',
    resource: { 'deployment.environment.name': 'test' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.1,
    timeoutMs: 2_500,
    warnings: [],
  });
});

it.each([
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon'],
])('ignores %s=%s, and says so', (name, value) => {
  const { warnings, sampler } = traceOptions({ ...BASE, [name]: value }).tracing ?? {};
  expect(warnings).toEqual([expect.stringContaining(name)]);
  expect(sampler).toBeUndefined();
});

it.each(['2', '-0.1', 'half'])('ignores the ratio %s, and says so', (ratio) => {
  const env = { ...BASE, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: ratio };
  expect(traceOptions(env).tracing).toMatchObject({
    sampler: 'traceidratio',
    warnings: [expect.any(String)],
  });
  expect(traceOptions(env).tracing?.ratio).toBeUndefined();
});

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@127.0.0.1' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ ...BASE, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0aHost:secret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ ...BASE, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ ...BASE, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zzsecret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
])('refuses %j, without repeating it', (env, name) => {
  expect(() => traceOptions(env)).toThrow(name);
  expect(() => traceOptions(env)).not.toThrow(/secret/);
});
