import { dayMs } from '#shared/time.ts'
import { zakatCategories, type ZakatCategory } from '#modules/causes/campaigns/rules/zakat.ts'
import type { Fault } from '#shared/problem.ts'

export { zakatCategories, type ZakatCategory }
/** Surah and verse of the eight categories of recipients. */
export const zakatSource = '9:60'

export const isZakatCategory = (text: string): text is ZakatCategory =>
  zakatCategories.some((zakatCategory) => zakatCategory === text)

const [noteMax, linksMax] = [4000, 10]
export const verificationDays = { least: 30, most: 730, usual: 365 } as const
/** Days before the end of a verification when organizers are notified. */
export const warnDays = 30

/** Whether a link is a public https URL. */
const isLink = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null && url.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && text.length <= 500
  )
}

/** Validates a request; faults by field. */
export function checkZakatRequest(input: {
  readonly categories: readonly string[]
  readonly note: string
  readonly links: readonly string[]
}): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  if (input.categories.length === 0 || !input.categories.every(isZakatCategory))
    faults.categories = { code: 'zakat-category-missing' }
  if (input.note.trim() === '') faults.note = { code: 'zakat-note-missing' }
  else if (Array.from(input.note).length > noteMax) faults.note = { code: 'text-too-long', params: { max: noteMax } }
  if (input.links.length > linksMax || !input.links.every(isLink))
    faults.links = { code: 'link-invalid', params: { max: linksMax } }
  return faults
}

/** Validates the end of a verification that starts now. */
export function checkExpiry(expiresAt: Date, now: Date): Fault | undefined {
  const days = (expiresAt.getTime() - now.getTime()) / dayMs
  return days >= verificationDays.least - 1 && days <= verificationDays.most + 1
    ? undefined
    : { code: 'zakat-expiry-invalid', params: { min: verificationDays.least, max: verificationDays.most } }
}
