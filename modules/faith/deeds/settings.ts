import { z } from 'zod'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'

/** How many people took part in a programme, as an operator counted it. */
type ParticipantsClaim = {
  /** As it is shown, such as "11k". */
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

/** Reads `DEEDS_PARTICIPANTS`; empty is none, undefined cannot be read. A claim without date and source is refused. */
export function parseParticipants(text: string): ParticipantsClaims | undefined {
  if (text.trim() === '') return {}
  try {
    return claims.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
