import { describe, expect, it } from 'vitest';
import { isPdf, pageKind } from './page-kind.js';

describe('a PDF', () => {
  it.each([
    ['its mark', '%PDF-1.7\n', 'application/pdf'],
    ['its mark, if it is called a page', '%PDF-1.7\n', 'text/html'],
    ['its mark after a line of its server', 'X\n%PDF-1.7\n', 'application/octet-stream'],
    ['its content type', 'X', 'application/pdf; qs=0.9'],
  ])('is known by %s', (_how, source, contentType) => {
    expect(isPdf(Buffer.from(source), contentType)).toBe(true);
  });

  it('is not a page or a text that shows the mark', () => {
    const shown = 'Each of these files begins with %PDF-1.7.';
    const page = Buffer.from(`<!doctype html><p>${shown}`);
    expect([isPdf(page, 'text/html'), pageKind(page, 'text/html')]).toEqual([false, 'html']);
    expect(isPdf(Buffer.from(shown), 'text/plain')).toBe(false);
    expect(isPdf(Buffer.from(`# A format\n\n${shown}`), 'text/markdown')).toBe(false);
  });
});
