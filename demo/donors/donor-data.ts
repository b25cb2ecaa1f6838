import { readFileSync } from 'node:fs'
import { z } from 'zod'

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
const lists = z.record(z.string(), z.array(z.string()))
const weighted = z.array(z.tuple([z.string(), z.number()]))

/**
 * Fictional names of donors by their people; where donors live, how many, and their peoples with weights; the countries
 * of a charity's donors by the charity's country, with weights.
 */
export const { names, places, countries } = z
  .object({
    names: z.record(z.string(), z.object({ first: z.array(z.string()), last: z.array(z.string()) })),
    places: z.record(z.string(), z.object({ count: z.number(), cities: z.array(z.string()), peoples: weighted })),
    countries: z.record(z.string(), weighted),
  })
  .parse(read('./donors.json'))

/** Fictional parts of tax and postal addresses; postcodes and states by country. */
export const { streets, postalCodes, states } = z
  .object({ streets: z.array(z.string()), postalCodes: lists, states: lists })
  .parse(read('./addresses.json'))
