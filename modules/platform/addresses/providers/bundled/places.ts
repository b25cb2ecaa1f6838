import { readFileSync } from 'node:fs'
import path from 'node:path'
import { countryName } from '#shared/texts/country-names.ts'
import { locales } from '#shared/texts/locales.ts'
import { commaOf, type Locale } from '#shared/text.ts'
import type { Places } from '../../port.ts'
import { placeSearch } from '../../rules/places.ts'
import { states } from '../../rules/states.ts'

type City = {
  readonly id: string
  readonly name: string
  readonly arabicName: string | undefined
  readonly state: { readonly code: string; readonly name: string } | undefined
  readonly country: string
  /** Words that match the city's name, and words that may accompany it: `leicester` · `united kingdom gb`. */
  readonly names: readonly string[]
  readonly around: readonly string[]
  /** Its rank among the cities of its country, the largest first. */
  readonly rank: number
}

/** Normalizes Arabic letters, diacritics, case and hyphens. */
export const normalizePlaceName = (text: string): string =>
  text
    .replace(
      /[ıøłđßæ]/giu,
      (letter) => ({ ı: 'i', ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae' })[letter.toLowerCase()] ?? letter,
    )
    .normalize('NFD')
    .replace(/[\p{M}\u0640'’.]/gu, '')
    .toLowerCase()
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replace(/[\s,،-]+/g, ' ')
    .trim()

const arabicSpeaking = new Set('SA AE QA KW BH OM YE JO PS LB IQ EG LY TN DZ MA MR'.split(' '))
const wordsOf = (text: string): string[] => normalizePlaceName(text).split(' ')

function readCities(): City[] {
  const lines = readFileSync(path.join(import.meta.dirname, 'cities.txt'), 'utf8').split('\n')
  return lines
    .filter((line) => /^[A-Z]{2} /.test(line))
    .flatMap((line) => {
      const country = line.slice(0, 2)
      const around = [country, ...locales.map((locale) => countryName(country, locale))].flatMap((word) =>
        word ? wordsOf(word) : [],
      )
      return line
        .slice(3)
        .split(';')
        .map((entry, rank): City => {
          const [latin = '', arabicName] = entry.split('=')
          const [name = '', code] = latin.split('/')
          const state = states[country as 'US' | 'CA']?.find((state) => state.code === code)
          return {
            id: `city.${country}.${code ? `${code}.` : ''}${normalizePlaceName(name).replaceAll(' ', '-')}`.toLowerCase(),
            name,
            arabicName,
            state,
            country,
            names: [...wordsOf(name), ...(arabicName ? wordsOf(arabicName) : [])],
            around: [...around, ...(state ? [...wordsOf(state.name), state.code.toLowerCase()] : [])],
            rank,
          }
        })
    })
}

let known: { readonly list: readonly City[]; readonly byId: ReadonlyMap<string, City> } | undefined
/** Reads the list of cities at the first search. */
function cities() {
  if (known) return known
  const list = readCities()
  return (known = { list, byId: new Map(list.map((city) => [city.id, city])) })
}

/**
 * Returns how well a city matches; undefined if it doesn't. The first word must match the city's name, the others its
 * name, state or country.
 */
function distance(city: City, [first = '', ...rest]: readonly string[]): number | undefined {
  const index = city.names.findIndex((word) => word.startsWith(first))
  if (index < 0 || !rest.every((word) => [...city.names, ...city.around].some((text) => text.startsWith(word))))
    return undefined
  return (city.names[index] === first ? 0 : 1000) + (index === 0 ? 0 : 500) + city.rank
}

const textOf = ({ name, arabicName, state, country }: City, locale: Locale): string =>
  [(locale === 'ar' && arabicName) || name, state?.code, countryName(country, locale)]
    .filter(Boolean)
    .join(`${commaOf(locale)} `)

/** Searches the bundled list of towns and cities without a network request (`cities.txt` names its source). */
export const bundledPlaces = (): Places => ({
  reach: 'city',
  suggest: ({ input, regions, locale }) => {
    const words = normalizePlaceName(input).split(' ').filter(Boolean)
    const found = cities().list.flatMap((city) => {
      const far =
        regions.length === 0 || regions.includes(city.country.toLowerCase()) ? distance(city, words) : undefined
      return far === undefined ? [] : [{ city, far }]
    })
    found.sort((a, b) => a.far - b.far)
    return Promise.resolve(
      found.slice(0, placeSearch.suggestionsMax).map(({ city }) => ({ placeId: city.id, text: textOf(city, locale) })),
    )
  },
  details: ({ placeId, locale }) => {
    const city = cities().byId.get(placeId)
    if (!city) return Promise.resolve(undefined)
    // Mail is sorted in the script of the destination country.
    const name = (locale === 'ar' && arabicSpeaking.has(city.country) && city.arabicName) || city.name
    return Promise.resolve([
      { longText: name, shortText: name, types: ['locality', 'political'] },
      ...(city.state
        ? [
            {
              longText: city.state.name,
              shortText: city.state.code,
              types: ['administrative_area_level_1', 'political'],
            },
          ]
        : []),
      {
        longText: countryName(city.country, locale),
        shortText: city.country,
        types: ['country', 'political'],
      },
    ])
  },
})
