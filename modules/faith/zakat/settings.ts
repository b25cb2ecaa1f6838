import { z } from 'zod'
import { hijriOf, isLocalDate, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { currencies, type Currency, isZero, parseMajor } from '#shared/money.ts'
import { type Obligation, obligations, type ObligationRate } from './rules/calculator/obligations.ts'
import { type RuleSetId, ruleSets, type SignOffs } from './rules/calculator/rule-sets.ts'

/** When zakat al-fitr of a Hijri year closes in a country. */
type FitrClosing = { readonly country: string; readonly year: number; readonly closesAt: Date }
export type ObligationSettings = {
  readonly rates: readonly ObligationRate[]
  readonly fitrClosings: readonly FitrClosing[]
}

const noObligations: ObligationSettings = { rates: [], fitrClosings: [] }

const day = z.string().refine((text): text is LocalDate => isLocalDate(text))
const signOffs = z.partialRecord(
  z.enum(ruleSets.map(({ id }) => id) as [RuleSetId, ...RuleSetId[]]),
  z.strictObject({ scholar: z.string().min(1).max(200), date: day, source: z.string().min(1).max(500) }),
)

/** Country code, or `*` for every country that isn't listed. */
const country = z.string().regex(/^([A-Z]{2}|\*)$/)
const year = z.number().int().min(1400).max(1600)
const rate = z
  .strictObject({
    obligation: z.enum(obligations as unknown as [Obligation, ...Obligation[]]),
    country,
    year,
    amount: z.string(),
    currency: z.enum(currencies as unknown as [Currency, ...Currency[]]),
    source: z.string().min(1).max(500),
  })
  .transform(({ amount, currency, ...row }, context): ObligationRate => {
    const parsed = parseMajor(amount, currency)
    if (parsed && !isZero(parsed)) return { ...row, rate: parsed }
    context.addIssue({ code: 'custom', message: 'amount' })
    return z.NEVER
  })
const settings = z.strictObject({
  rates: z.array(rate).default([]),
  fitrClosings: z
    .array(
      z.strictObject({ country, year, closesAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) }),
    )
    .default([]),
})

function parseJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Reads `ZAKAT_SIGN_OFFS`: who approved which rule set, when, and the source. An empty value means no approvals. */
export const parseSignOffs = (text: string): SignOffs | undefined =>
  text.trim() === '' ? {} : (parseJson(signOffs, text) as SignOffs | undefined)

/** Reads `ZAKAT_OBLIGATIONS`: rates per country and Hijri year with a source, and when zakat al-fitr closes. */
export const parseObligations = (text: string): ObligationSettings | undefined =>
  text.trim() === '' ? noObligations : parseJson(settings, text)

/** The entries of a country, or the default entries if it has none. */
export function ofCountry<Row extends { readonly country: string }>(
  rows: readonly Row[],
  wanted: string | undefined,
): readonly Row[] {
  const own = rows.filter((row) => row.country === wanted)
  return own.length > 0 ? own : rows.filter((row) => row.country === '*')
}

/** The Hijri year of an instant, based on its UTC date. */
export const hijriYearAt = (now: Date): number => hijriOf(localDateIn('UTC', now)).year

/** When zakat al-fitr closes in the Hijri year of an instant; undefined if the operator has set no time. */
export const fitrClosingOf = (
  { fitrClosings }: ObligationSettings,
  wanted: string | undefined,
  now: Date,
): Date | undefined =>
  ofCountry(
    fitrClosings.filter((closing) => closing.year === hijriYearAt(now)),
    wanted,
  )[0]?.closesAt
