/** What a giving level asks of whoever chooses it beyond its amount. */
export type LevelAsks = {
  readonly requireNote: boolean
  readonly requireEmail: boolean
  readonly requireShipping: boolean
  readonly requireEmergencyContact: boolean
  readonly requireMedical: boolean
}

/**
 * Whether a level can be given on a schedule: the Subscription payload (S2 §3) has room for its id and for nothing that
 * it may require (ADR-0019).
 */
export const fitsPlan = (level: LevelAsks): boolean =>
  !level.requireNote &&
  !level.requireEmail &&
  !level.requireShipping &&
  !level.requireEmergencyContact &&
  !level.requireMedical
