import { z } from 'zod'
import { isCurrency } from '#shared/currencies.ts'

/** Three capital letters. The use case checks that it is a known currency, with its own fault. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** A currency that Sunbul knows. */
export const currency = currencyCode.refine(isCurrency)
