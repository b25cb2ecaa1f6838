import { z } from 'zod'
import { isCurrency } from '#shared/currencies.ts'

/** Three capital letters. The use case checks which currency they are, with a fault of its own. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** A currency that Sunbul knows. */
export const currency = currencyCode.refine(isCurrency)
