import { z } from 'zod'

/**
 * An instant in a response: a `Date` in a handler's result, an ISO 8601 text in UTC with milliseconds on the wire. The
 * JSON serializer encodes it, so a response isn't checked again in production; tests decode and encode every response.
 */
export const instant = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/**
 * Money in a response, in minor units: a bigint in a handler's result, an integer on the wire. The unit and the currency
 * are in the description of the call.
 */
export const minorUnits = z.codec(z.number().int(), z.bigint(), { decode: BigInt, encode: Number })

/** A number of rows as PostgreSQL counts them: a bigint in a handler's result, an integer on the wire. */
export const rowCount = z.codec(z.number().int(), z.bigint(), { decode: BigInt, encode: Number })
