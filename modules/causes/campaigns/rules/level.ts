import type { LevelQuestions } from './level-fields.ts'

/** Flag of a hidden level (S2 §3 "flag bit 8"). */
export const hiddenFlag = 8

/**
 * Returns the number of free pieces; `null` without a limit (S1 §3: 0 or less means unlimited). Reserved pieces aren't
 * free.
 */
export const remainingOf = (level: {
  readonly claimLimit: number
  readonly claimed: number
  readonly reserved: number
}): number | null => (level.claimLimit <= 0 ? null : Math.max(0, level.claimLimit - level.claimed - level.reserved))

/** Whether all pieces of a limited level are claimed ("sold out", S1 §9). Reserved pieces may become free again. */
export const isSoldOut = (level: { readonly claimLimit: number; readonly claimed: number }): boolean =>
  level.claimLimit > 0 && level.claimed >= level.claimLimit

/** The questions for a donor. */
export type DonorQuestions = {
  readonly note: boolean
  readonly email: boolean
  readonly shipping: boolean
  readonly contact: boolean
  readonly medical: boolean
  /** The intention and names of a Qurbani order. */
  readonly qurbani: boolean
}

/** `shares`: number in one piece of a Qurbani item; missing for other levels. */
export type LevelWithQuestions = LevelQuestions & { readonly shares?: number | null }

/**
 * Returns the questions of a level for a donor (content-9), or none without a level. A field that isn't asked is not
 * shown, sent or stored.
 */
export const donorQuestionsOf = (level: LevelWithQuestions | undefined): DonorQuestions => ({
  note: level !== undefined && (level.includeNote || level.requireNote),
  email: level !== undefined && (level.includeEmail || level.requireEmail),
  shipping: level !== undefined && level.requireShipping,
  contact: level !== undefined && level.requireEmergencyContact,
  medical: level !== undefined && level.requireMedical,
  qurbani: Boolean(level?.shares),
})

/** The fields that a level asks for or has, which are stored with a donation. */
export type LevelRequirement = keyof DonorQuestions | 'email-required' | 'benefit'

/** Returns the fields that a level asks for now. */
export function requestedFieldsOf(level: LevelWithQuestions & { readonly benefitValue: bigint }): LevelRequirement[] {
  const { note, email, ...others } = donorQuestionsOf(level)
  const request: Readonly<Record<LevelRequirement, boolean>> = {
    note,
    email,
    'email-required': level.requireEmail,
    ...others,
    benefit: level.benefitValue > 0n,
  }
  return (Object.keys(request) as LevelRequirement[]).filter((key) => request[key])
}
