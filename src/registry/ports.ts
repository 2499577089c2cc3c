// What the registry needs of the world besides its store: the time and new identities.

export interface Ports {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: () => string;
  /** UUIDv7. */
  readonly newId: () => string;
}
