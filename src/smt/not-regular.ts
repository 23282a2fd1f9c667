/** Something in a regular expression that no language says: its message is what it is. */
export class NotRegular extends Error {}
