import { required } from '#shared/collections.ts'
import { countries, names, places } from './donor-data.ts'
import type { Random } from '../random.ts'

/** A fictional donor of the demo: names are drawn from lists and every address is in a reserved domain. */
export type Donor = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly city: string
  readonly locale: 'en' | 'ar'
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

export type Donors = { readonly toCharityIn: (country: string, random: Random) => Donor }

/**
 * Creates the demo's donors. A few donate often and many donate once, as in reality; `known` comes first in her country
 * and so donates most often there.
 */
export function createDonors(random: Random, known: readonly Donor[]): Donors {
  const byCountry = new Map<string, Donor[]>()
  let number = 0
  for (const [country, place] of Object.entries(places)) {
    const donors = known.filter((donor) => donor.country === country)
    for (let index = 0; index < place.count; index++) {
      const people = random.weighted(place.peoples)
      const { first, last } = required(names[people])
      const firstName = random.pick(first)
      const lastName = random.pick(last)
      const mailbox = people === 'arabScript' ? 'donor' : `${plain(firstName)}.${plain(lastName)}`
      donors.push({
        email: `${mailbox}.${++number}@example.org`,
        firstName,
        lastName,
        country,
        city: random.pick(place.cities),
        locale: people === 'arabScript' ? 'ar' : 'en',
      })
    }
    byCountry.set(country, donors)
  }
  return {
    toCharityIn: (country, by) => {
      const donors = required(byCountry.get(by.weighted(required(countries[country] ?? countries.GB))))
      return required(donors[Math.floor(donors.length * by.next() ** 1.7)])
    },
  }
}
