import { z } from 'zod'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'

/** The number of participants of a programme, as the operator counted it. */
type ParticipantsClaim = {
  /** The text to show, such as "11k". */
  readonly participants: string
  readonly date: LocalDate
  readonly source: string
}
export type ParticipantsClaims = {
  readonly [Badge in 'ramadan-challenge' | 'dhul-hijjah-challenge']?: ParticipantsClaim | undefined
}

const claim = z.strictObject({
  participants: z.string().regex(/^\d{1,3}(,\d{3})*(\.\d)?[km]?$/),
  date: z.string().refine((text): text is LocalDate => isLocalDate(text)),
  source: z.string().trim().min(1).max(200),
})
const claims = z.strictObject({
  'ramadan-challenge': claim.optional(),
  'dhul-hijjah-challenge': claim.optional(),
})

/**
 * Parses `DEEDS_PARTICIPANTS`; an empty value means no claims, undefined is invalid. A claim without date and source is
 * refused.
 */
export function parseParticipants(text: string): ParticipantsClaims | undefined {
  if (text.trim() === '') return {}
  try {
    return claims.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
