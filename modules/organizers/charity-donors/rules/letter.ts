import { normalizePublicName, normalizeWords } from '#modules/organizers/comments/rules/words.ts'
import { hasOnlyOwnLinks } from '#modules/causes/organizations/rules/settings.ts'
import type { Fault } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'

/** Maxima of characters; the database enforces the same limits. */
export const subjectMax = 120
export const letterMax = 5000

const daysBetweenLetters = 7

/** Returns when a charity may send its next letter (content-44). */
export const nextLetterFrom = (sentAt: Date): Date => new Date(sentAt.getTime() + daysBetweenLetters * dayMs)

/** Returns the normalized subject and text of a letter, or the faults of the fields. `website` is the charity's own. */
export function readLetter(
  typed: { readonly subject: string; readonly body: string },
  website: string,
):
  | { readonly letter: { readonly subject: string; readonly body: string } }
  | { readonly faults: Record<string, Fault> } {
  const subject = normalizePublicName(typed.subject)
  const body = normalizeWords(typed.body)
  const faults: Record<string, Fault> = {}
  const check = (field: 'subject' | 'body', text: string, max: number) => {
    if (!/[\p{L}\p{N}]/u.test(text)) faults[field] = { code: 'letter-empty' }
    else if (text.length > max) faults[field] = { code: 'text-too-long', params: { max } }
    else if (!hasOnlyOwnLinks(text, website)) faults[field] = { code: 'thanks-foreign-link' }
  }
  check('subject', subject, subjectMax)
  check('body', body, letterMax)
  return Object.keys(faults).length > 0 ? { faults } : { letter: { subject, body } }
}
