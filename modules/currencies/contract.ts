import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const currency = z.string().regex(/^[A-Z]{3}$/)

export const currenciesContract = {
  'GET /api/currency/supported': endpoint({
    access: 'anyone',
    summary: 'The codes of the currencies gifts may be given in (S1 §7).',
    input: z.object({}),
    output: z.array(currency),
  }),
  'POST /api/user/setPreferredCurrency': endpoint({
    access: 'signed-in',
    summary: 'Keeps the currency an account would like to read amounts in.',
    input: z.object({ currencyCode: z.string().max(8) }),
    output: z.object({ currencyCode: currency }),
    refuses: ['currency-unknown'],
  }),
  'GET /v4/conversions': endpoint({
    access: 'anyone',
    summary: 'About what amounts are in another currency, with the day and the source of the rate. For reading: nothing is charged converted.',
    input: z.object({ from: z.string().max(8), to: z.string().max(8), amounts: z.string().regex(/^\d{1,15}(,\d{1,15}){0,49}$/) }),
    output: z.object({
      currency,
      amounts: z.array(z.number().int()),
      /** The older of the two rates' days; null: the same currency. */
      day: z.string().nullable(),
      sources: z.array(z.enum(['bundled', 'ecb'])),
    }),
    refuses: ['rate-unknown'],
  }),
}
