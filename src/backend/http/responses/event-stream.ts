/**
 * Answers with server-sent events. Produces the next event only after the client has read the previous one.
 *
 * @param texts complete events, each ending with an empty line
 * @param headers response headers to add
 * @param onEnd called once: the client disconnected, the texts ended, or they failed
 */
export function eventStreamAnswer(
  texts: AsyncGenerator<string, void, undefined>,
  headers: Readonly<Record<string, string>>,
  onEnd: () => void,
): Response {
  return new Response(bytesOf(texts, onEnd), {
    headers: {
      ...headers,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
      // Close the connection with the stream, so that a shutdown does not wait for it.
      Connection: 'close',
    },
  });
}

function bytesOf(
  texts: AsyncGenerator<string, void, undefined>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    onEnd();
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
