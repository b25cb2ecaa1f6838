/** The questions of a level, as its organizer set them. */
export type LevelQuestions = {
  readonly includeNote: boolean
  readonly requireNote: boolean
  readonly includeEmail: boolean
  readonly requireEmail: boolean
  readonly requireShipping: boolean
  readonly requireEmergencyContact: boolean
  readonly requireMedical: boolean
}

/** Which of them a donor is asked. */
export type Asks = { readonly note: boolean; readonly email: boolean; readonly shipping: boolean; readonly contact: boolean; readonly medical: boolean }

/** What is asked of whoever chooses a level (decisions.md 43); of a gift without one, nothing. What is not asked is neither shown, sent nor kept. */
export const asksOf = (level: LevelQuestions | undefined): Asks => ({
  note: level !== undefined && (level.includeNote || level.requireNote),
  email: level !== undefined && (level.includeEmail || level.requireEmail),
  shipping: level !== undefined && level.requireShipping,
  contact: level !== undefined && level.requireEmergencyContact,
  medical: level !== undefined && level.requireMedical,
})
