import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { currency, datedDay, day, minor, timeZone, zakatProfile, zakatSum } from './contract-shapes.ts'
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
  /** `fresh` is used as it is, `dated` with its day; with `confirm` the donor confirms it or types another. */
  age: z.enum(['fresh', 'dated', 'confirm']),
})

export const zakatContract = {
  'GET /v4/zakat': endpoint({
    access: 'anyone',
    hasPage: true,
    summary: 'Get the state of my zakat',
    description:
      'Returns what the signed-in account owes, has given and still has to give in its zakat year, in minor units as text; without an account the state is LOGGED_OUT. Anyone may call it.',
    input: z.object({ timeZone: timeZone.optional() }),
    output: z.object({
      state: z.enum(['LOGGED_OUT', 'NOT_CALCULATED', 'CALCULATED', 'DONATED']),
      /** Whether the zakat home page is on (S2 §9). */
      isZakatHomeOn: z.boolean(),
      /** The following properties are null without an account. */
      profile: zakatProfile.nullable(),
      currency: currency.nullable(),
      due: minor.nullable(),
      online: zakatSum.nullable(),
      offsite: zakatSum.nullable(),
      remaining: minor.nullable(),
      overpaid: minor.nullable(),
      /** From the first day until before the end: the anniversary, or tomorrow without a current profile. */
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
      'Saves the answers and the result of a calculation as the zakat year of the signed-in account. The server calculates again and refuses another result than `zakat`, in minor units as text. Answers are encrypted; the account must have consented.',
    input: z.object({
      input: answers,
      zakat: z.string().regex(/^\d{1,30}$/),
      status: z.string().max(20),
      timeZone,
      /** The day of the zakat year, where the donor changes it. */
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
    summary: 'Get my answers',
    description:
      'Returns a zakat year of the signed-in account with its decrypted answers and the explained result, in minor units as text. Everyone else gets 404, staff too.',
    input: z.object({ id: z.string().max(64) }),
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
      'Deletes a zakat year of the signed-in account with all its revisions and answers; donations stay. Everyone else gets 404.',
    input: z.object({ id: z.string().max(64) }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
  }),
  'GET /v4/users/:userName/zakat-profiles': endpoint({
    access: 'signed-in',
    summary: 'List my zakat years',
    description:
      'Returns the zakat years of the signed-in account, the highest period first. The user name is its id or its e-mail; everyone else gets 404.',
    input: z.object({ userName: z.string().max(254) }),
    output: z.object({ profiles: z.array(zakatProfile) }),
    refuses: ['not-found'],
  }),
  'GET /v4/zakat/metal-prices': endpoint({
    access: 'anyone',
    summary: 'Get prices for a calculation',
    description:
      'Returns the prices of a gram of gold and silver in a currency, in decimal major units, and what a euro was worth in each currency, of a day or the newest before it, each with its own day. Anyone may call it.',
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
    summary: 'List rule sets',
    description:
      'Returns the rule sets of the calculator, the default first, with their choices and who approved them, as the operator has configured it. Anyone may call it.',
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
      'Returns the operator’s rates for a country in this Hijri year, in minor units as text with their source, and when zakat al-fitr closes. Without a country it is the visitor’s. Anyone may call it.',
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
          rate: minor,
          code: currency,
          source: z.string(),
        }),
      ),
      fitr: z.object({ closesAt: z.string(), status: z.enum(['open', 'closed']) }).nullable(),
    }),
  }),
}
