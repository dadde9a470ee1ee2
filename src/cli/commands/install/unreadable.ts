/** A settings file cannot be changed without the risk of harming what is in it; the message says why. */
export class SettingsUnreadable extends Error {
  override readonly name = 'SettingsUnreadable';
}
