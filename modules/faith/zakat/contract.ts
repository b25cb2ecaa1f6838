import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency, datedDay, day, minorText, timeZone, zakatProfile, zakatSum } from './contract-shapes.ts'
import { obligations } from './rules/calculator/obligations.ts'

/** Long enough for `calculateZakat` to report errors in numbers and dates. */
const typed = z.string().max(200)
const line = z.record(z.string().max(40), z.union([typed, z.boolean()]))
const price = z.object({ perGram: typed, day: day.optional(), source: z.string().max(60).optional() })

/** The input of `calculateZakat`, which validates every field and reports errors by path. */
const answers = z.object({
  currency: typed,
  date: typed,
  ruleSetId: z.string().max(40).optional(),
  choices: z.record(z.string().max(40), typed).optional(),
  isForChild: z.boolean().optional(),
  hawl: z.object({ isComplete: z.boolean(), startedOn: typed.optional() }).optional(),
  prices: z.object({ gold: price, silver: price }),
  rates: z.record(z.string().max(8), z.object({ perEuro: z.string().max(40), day: day.optional() })).optional(),
  assets: z.array(line).max(300),
  debts: z.array(line).max(300).optional(),
})

const metalPrice = z.object({
  perGram: z.string(),
  day: z.string(),
  source: z.string(),
  /** `fresh`: used as is; `dated`: shown with its day; `confirm`: the donor confirms or replaces the price. */
  age: z.enum(['fresh', 'dated', 'confirm']),
})

export const zakatContract = {
  'GET /v4/zakat': endpoint({
    access: 'anyone',
    hasPage: true,
    summary: 'Get the zakat status',
    description:
      'Returns the zakat that the signed-in account owes, has given and has yet to give in its zakat year, in minor units as text. Without an account the state is LOGGED_OUT. Anyone may call it.',
    input: z.object({ timeZone: timeZone.optional() }),
    output: z.object({
      state: z.enum(['LOGGED_OUT', 'NOT_CALCULATED', 'CALCULATED', 'DONATED']),
      /** Whether the zakat home page is on (S2 §9). */
      isZakatHomeOn: z.boolean(),
      /** The following properties are null without an account. */
      profile: zakatProfile.nullable(),
      currency: currency.nullable(),
      due: minorText.nullable(),
      online: zakatSum.nullable(),
      offsite: zakatSum.nullable(),
      remaining: minorText.nullable(),
      overpaid: minorText.nullable(),
      /** From the first day (inclusive) to the end (exclusive): the anniversary, or tomorrow without a current profile. */
      window: z.object({ start: datedDay, end: datedDay }).nullable(),
      anniversary: datedDay.nullable(),
      isApproximate: z.boolean(),
      /** A profile whose year has ended. The donor is asked to recalculate. */
      hasLapsed: z.boolean(),
    }),
  }),
  'POST /v4/zakat/profiles': endpoint({
    access: 'signed-in',
    summary: 'Save a zakat calculation',
    description:
      'Saves the answers and the result of a calculation as the zakat year of the signed-in account. The server repeats the calculation and refuses a different result than `zakat` (minor units as text). Answers are encrypted. Requires the account’s consent.',
    input: z.object({
      input: answers,
      zakat: z.string().regex(/^\d{1,30}$/),
      status: z.string().max(20),
      timeZone,
      /** The day of the zakat year, if the donor changes it. */
      zakatDate: day.optional(),
    }),
    output: zakatProfile,
    refuses: [
      'consent-needed',
      'zakat-result-differs',
      'zakat-not-savable',
      'too-many-zakat-profiles',
      'session-ended',
    ],
    perMinute: 20,
    bytesMax: 200_000,
  }),
  'GET /v4/zakat/profiles/:id': endpoint({
    access: 'signed-in',
    summary: 'Get a zakat year with its answers',
    description:
      'Returns a zakat year of the signed-in account with its decrypted answers and the explained result, in minor units as text. Everyone else, including staff, gets 404.',
    input: z.object({ id: uuid }),
    output: z.object({
      profile: zakatProfile,
      input: z.record(z.string(), z.unknown()),
      result: z.record(z.string(), z.unknown()),
    }),
    refuses: ['not-found'],
  }),
  'DELETE /v4/zakat/profiles/:id': endpoint({
    access: 'signed-in',
    summary: 'Delete a zakat year',
    description:
      'Deletes a zakat year of the signed-in account with its revisions and answers, but not its donations. Everyone else gets 404.',
    input: z.object({ id: uuid }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
  }),
  'GET /v4/users/:userName/zakat-profiles': endpoint({
    access: 'signed-in',
    summary: 'List zakat years',
    description:
      'Returns the zakat years of the signed-in account, latest first. `userName` is its id or email address; everyone else gets 404.',
    input: z.object({ userName: z.string().max(254) }),
    output: z.object({ profiles: z.array(zakatProfile) }),
    refuses: ['not-found'],
  }),
  'GET /v4/zakat/metal-prices': endpoint({
    access: 'anyone',
    summary: 'Get gold and silver prices',
    description:
      'Returns the prices of a gram of gold and silver in a currency, in decimal major units, and the euro rates of all currencies. Each is of the given day or the latest day before it, and states its day. Anyone may call it.',
    input: z.object({ currency, date: day.optional() }),
    output: z.object({
      currency,
      date: z.string(),
      gold: metalPrice.nullable(),
      silver: metalPrice.nullable(),
      rates: z.record(z.string(), z.object({ perEuro: z.string(), day: z.string() })),
    }),
  }),
  'GET /v4/zakat/rule-sets': endpoint({
    access: 'anyone',
    summary: 'List zakat rule sets',
    description:
      'Returns the rule sets of the zakat calculator, the default first, with their choices and the approvals that the operator has configured. Anyone may call it.',
    input: z.object({}),
    output: z.object({
      ruleSets: z.array(
        z.object({
          id: z.string(),
          choices: z.record(z.string(), z.string()),
          hawl: z.enum(['start-and-end', 'throughout']),
          isChildLiable: z.boolean(),
          signOff: z.object({ scholar: z.string(), date: z.string(), source: z.string() }).nullable(),
        }),
      ),
    }),
  }),
  'GET /v4/zakat/obligations': endpoint({
    access: 'anyone',
    summary: 'List rates of zakat al-fitr, fidya and kaffarah',
    description:
      'Returns the operator’s rates for a country (default: the visitor’s) in the current Hijri year, in minor units as text with their source, and when zakat al-fitr closes. Anyone may call it.',
    input: z.object({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: z.object({
      country: z.string().nullable(),
      year: z.number().int(),
      rates: z.array(
        z.object({
          obligation: z.enum(obligations),
          year: z.number().int(),
          rate: minorText,
          code: currency,
          source: z.string(),
        }),
      ),
      fitr: z.object({ closesAt: instant, status: z.enum(['open', 'closed']) }).nullable(),
    }),
  }),
}
