// Named one by one, so that the bundle holds what is used here and nothing else (130 KB instead of 700). To be
// imported when it is needed, and not before.
export { BufferSource, Input, Logging, LogLevel, MP4 } from 'mediabunny';
