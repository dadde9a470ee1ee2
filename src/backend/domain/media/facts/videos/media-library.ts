// Named exports keep unused parts out of the bundle (130 KB instead of 700). Import this module lazily.
export { BufferSource, Input, Logging, LogLevel, MP4 } from 'mediabunny';
