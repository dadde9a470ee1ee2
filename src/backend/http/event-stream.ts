/**
 * Server-sent events. Nothing is made before the reader has taken what was sent to him.
 *
 * @param texts whole events, each ended by an empty line
 * @param headers what the answer carries beside its own
 * @param ended called once: the reader has gone, the texts are over, or they failed
 */
export function eventStreamAnswer(
  texts: AsyncGenerator<string, void, undefined>,
  headers: Readonly<Record<string, string>>,
  ended: () => void,
): Response {
  return new Response(bytesOf(texts, ended), {
    headers: {
      ...headers,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
      // The connection ends with the stream, so that a server that stops need not wait for it.
      Connection: 'close',
    },
  });
}

function bytesOf(
  texts: AsyncGenerator<string, void, undefined>,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    ended();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next();
          if (over) return;
          if (!done) {
            controller.enqueue(encoder.encode(value));
            return;
          }
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
