import type { LevelQuestions } from './level-fields.ts'

/** Flag of a hidden level (S2 §3 "flag bit 8"). */
export const hiddenFlag = 8

/** Returns how many are free; `null` without a limit (S1 §3: 0 or less means unlimited). Reserved ones are not free. */
export const remainingOf = (level: {
  readonly claimLimit: number
  readonly claimed: number
  readonly reserved: number
}): number | null => (level.claimLimit <= 0 ? null : Math.max(0, level.claimLimit - level.claimed - level.reserved))

/** Whether claims have reached a positive limit ("sold out", S1 §9). A reserved one may become free again. */
export const isFullyClaimed = (level: { readonly claimLimit: number; readonly claimed: number }): boolean =>
  level.claimLimit > 0 && level.claimed >= level.claimLimit

/** The questions that a donor is asked. */
export type Asks = {
  readonly note: boolean
  readonly email: boolean
  readonly shipping: boolean
  readonly contact: boolean
  readonly medical: boolean
  /** The intention and names of a qurbani order. */
  readonly qurbani: boolean
}

/** `shares`: in one piece of a qurbani item; missing for other levels. */
export type AskingLevel = LevelQuestions & { readonly shares?: number | null }

/**
 * Returns the questions for a donor of a level (content-9), none without a level. What isn't asked is neither shown,
 * sent nor stored.
 */
export const asksOf = (level: AskingLevel | undefined): Asks => ({
  note: level !== undefined && (level.includeNote || level.requireNote),
  email: level !== undefined && (level.includeEmail || level.requireEmail),
  shipping: level !== undefined && level.requireShipping,
  contact: level !== undefined && level.requireEmergencyContact,
  medical: level !== undefined && level.requireMedical,
  qurbani: Boolean(level?.shares),
})

/** What a level asks for, and whether it has a value; a donation stores what its level asked. */
export type LevelAsked = keyof Asks | 'email-required' | 'benefit'

/** Returns what a level asks for now. */
export function requestedFieldsOf(level: AskingLevel & { readonly benefitValue: bigint }): LevelAsked[] {
  const { note, email, ...others } = asksOf(level)
  const request: Readonly<Record<LevelAsked, boolean>> = {
    note,
    email,
    'email-required': level.requireEmail,
    ...others,
    benefit: level.benefitValue > 0n,
  }
  return (Object.keys(request) as LevelAsked[]).filter((key) => request[key])
}
