import { dateTimeFormat } from '#shared/formats.ts'
import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { currencies, type Currency } from '#shared/money.ts'

const isDay = (text: string): text is LocalDate => isLocalDate(text)
/** The error of an invalid field. */
const dayFault = { params: { code: 'date-invalid' } }
export const day = z.string().refine(isDay, dayFault)
/** A date, or a timestamp whose date is used. */
export const dayOrInstant = z
  .string()
  .transform((text) => text.replace(/T.*$/, ''))
  .refine(isDay, dayFault)
export const currency = z.enum(currencies as unknown as [Currency, ...Currency[]])
/** Minor units as text, because a sum may exceed the safe integer range. */
export const minorText = z.string()

/** An IANA time zone as browsers report it, including older aliases. */
function isZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(text)) return false
  try {
    dateTimeFormat('en', { timeZone: text }).format()
    return true
  } catch {
    return false
  }
}
export const timeZone = z.string().max(64).refine(isZone)

const hijriDay = z.object({ year: z.number().int(), month: z.number().int(), day: z.number().int(), text: z.string() })
/** A Gregorian date and its Hijri date, both also formatted in the caller's language. */
export const datedDay = z.object({ date: z.string(), text: z.string(), hijri: hijriDay })

z.globalRegistry.add(hijriDay, { id: 'HijriDay', description: 'A day of the Umm al-Qura calendar.' })
z.globalRegistry.add(datedDay, {
  id: 'DatedDay',
  description: 'A Gregorian day with its Hijri day, both also as text.',
})

const gramPrice = z.object({ perGram: z.string(), day: z.string().optional(), source: z.string().optional() })

export const zakatProfile = z.object({
  id: z.string(),
  period: z.string(),
  code: currency,
  zakatDue: minorText,
  status: z.enum(['DUE', 'BELOW_NISAB', 'NOT_YET_DUE']),
  zakatStartDate: z.string(),
  zakatAnniversary: z.string(),
  startDate: datedDay,
  anniversary: datedDay,
  year: z.enum(['lunar', 'solar']),
  timeZone: z.string(),
  ruleSetId: z.string(),
  prices: z.object({ gold: gramPrice, silver: gramPrice }),
  createdAt: instant,
})
z.globalRegistry.add(zakatProfile, {
  id: 'ZakatProfile',
  description: 'A zakat year of an account: its dates, and the zakat due in minor units as text.',
})

export const offsiteDonation = z.object({
  id: z.string(),
  date: z.string(),
  code: currency,
  amount: minorText,
  note: z.string(),
})
z.globalRegistry.add(offsiteDonation, {
  id: 'OffsiteZakat',
  description: 'Zakat that a donor gave elsewhere; the amount is in minor units as text.',
})

/** The amounts given, in minor units as text. */
export const zakatSum = z.object({ total: minorText, count: z.number().int(), isApproximate: z.boolean() })
