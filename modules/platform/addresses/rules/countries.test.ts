import { expect, test } from 'vitest'
import { countryCentres } from '#modules/causes/discovery/rules/country-centres.ts'
import { countryName } from '#shared/texts/country-names.ts'
import { allCountryCodes, countryCodes } from './countries.ts'

test('the list has all 249 countries of ISO 3166-1 and Kosovo, each once and in order (content-36)', () => {
  // Every pair of letters that Unicode names and that isn't a group, an exception or a private code.
  const others = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const named = letters.flatMap((first) =>
    letters
      .map((second) => first + second)
      .filter(
        (code) =>
          !others.has(code) &&
          Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
          new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined,
      ),
  )
  expect(allCountryCodes).toEqual(named)
  expect(allCountryCodes.length).toBe(250)
})

test('help can go where no parcel can: Sudan, Syria, Myanmar, Western Sahara, Kosovo (content-36)', () => {
  for (const code of ['SD', 'SY', 'MM', 'EH', 'XK', 'AF', 'CU', 'IR', 'KP', 'RU'])
    expect([code, allCountryCodes.includes(code)]).toEqual([code, true])
  expect(countryCodes.filter((code) => !allCountryCodes.includes(code))).toEqual([])
})

test('every country has a name in English and Arabic, and a place near which it is found (content-36)', () => {
  for (const code of allCountryCodes) {
    expect(countryName(code, 'en')).toMatch(/^\p{Script=Latin}/u)
    expect(countryName(code, 'ar')).toMatch(/\p{Script=Arabic}/u)
    expect(countryCentres[code]).toHaveLength(2)
  }
})
