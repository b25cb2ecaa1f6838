import { z } from 'zod'

/**
 * An id of a row with a number, such as a campaign, a charity or a giving level. Up to 18 digits always fit PostgreSQL's
 * bigint.
 */
export const numericId = z.string().regex(/^\d{1,18}$/)

/** A numeric id in a body, which the specification's clients also send as a number. */
export const numericIdInput = z.union([numericId, z.number().int().positive()]).transform(String)

/** An id of a row with a UUID, such as a payment, a receipt or a case. */
export const uuid = z.uuid()
