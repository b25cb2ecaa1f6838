import { z } from 'zod'
import { isCurrency } from '#shared/currencies.ts'

/** Three capital letters. The use case refuses unknown currencies with its own error. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** A currency that Sunbul knows. */
export const currency = currencyCode.refine(isCurrency)
