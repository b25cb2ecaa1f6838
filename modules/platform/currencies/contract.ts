import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from './contract-currency.ts'

export const currenciesContract = {
  'GET /api/currency/supported': endpoint({
    access: 'anyone',
    summary: 'List supported currencies',
    description: 'Returns the ISO 4217 codes of the currencies that donations can be made in. Anyone may call it.',
    input: z.object({}),
    output: z.array(currency),
  }),
  'POST /api/user/setPreferredCurrency': endpoint({
    access: 'signed-in',
    summary: 'Set the preferred currency',
    description: 'Saves the currency in which the signed-in account prefers to see amounts.',
    input: z.object({ currencyCode: z.string().max(8) }),
    output: z.object({ currencyCode: currency }),
    refuses: ['currency-unknown'],
  }),
  'GET /v4/conversions': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Convert amounts for display',
    description:
      'Returns approximate amounts in another currency, in minor units, with the day and the source of the rate, for display only. Anyone may call it.',
    input: z.object({
      from: z.string().max(8),
      to: z.string().max(8),
      amounts: z.string().regex(/^\d{1,15}(,\d{1,15}){0,49}$/),
    }),
    output: z.object({
      currency,
      amounts: z.array(z.number().int()),
      /** The earlier day of the two rates; null: the same currency. */
      day: z.string().nullable(),
      sources: z.array(z.enum(['bundled', 'ecb'])),
    }),
    refuses: ['rate-unknown'],
  }),
}
