import { localDateIn } from '#shared/calendar.ts'
import { toPrintedAddress } from '#modules/organizers/organizing/index.ts'
import { phonesOfDonations } from '#modules/recurring/subscriptions/index.ts'
import { required } from '#shared/collections.ts'
import type { CharityDonorView } from '../contract-donors.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { type CharityDonation, findDonations } from '../queries/donations.ts'
import { type DonorRow, findContactDonations, type People, summarizeDonors } from '../queries/donors.ts'
import { listTags } from '../queries/records.ts'
import { keysOfPeople, personOfDonor } from '../rules/donor-groups.ts'
import { segmentsOf } from '../rules/segments.ts'

/** A donor with what they left with the charity (privacy-2). */
export type Donor = DonorRow & {
  readonly name: string | null
  readonly place: string | null
  readonly email: string | null
  readonly address: CharityDonation['address']
  readonly phone: string | null
  readonly tags: readonly string[]
}

/** Reads these people of a charity, in the order of their keys. */
export async function readDonors(ports: Pick<CharityDonorPorts, 'db'>, people: People): Promise<Donor[]> {
  const { organizationId, groups } = people
  const [rows, contacts, tags] = await Promise.all([
    summarizeDonors(ports.db, people),
    findContactDonations(ports.db, people),
    listTags(ports.db, { organizationId, keys: keysOfPeople(groups, people.keys) }),
  ])
  const ids = contacts.flatMap(({ name, email, address, plan }) =>
    [name, email, address, plan].filter((id) => id !== null),
  )
  const [donations, phones] = await Promise.all([
    findDonations(ports.db, organizationId, ids),
    phonesOfDonations(ports.db, ids),
  ])
  return rows.map((row) => {
    const contact = required(contacts.find(({ key }) => key.equals(row.key)))
    const newest = donations.get(contact.name)
    return {
      ...row,
      name: newest?.name ?? null,
      place: newest?.place ?? null,
      email: donations.get(contact.email ?? '')?.email ?? null,
      address: donations.get(contact.address ?? '')?.address ?? null,
      phone: phones.get(contact.plan ?? '') ?? null,
      tags: [...new Set(tags.filter(({ key }) => personOfDonor(groups, key).equals(row.key)).map(({ name }) => name))],
    }
  })
}

/** Converts a donor for the charity's team, field by field, so that nothing else is sent (privacy-2). */
export const donorView = (
  donor: Donor,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): CharityDonorView => ({
  id: donor.id,
  name: donor.name,
  place: donor.place,
  email: donor.email,
  phone: donor.phone,
  address: toPrintedAddress(donor.address),
  donations: donor.donations,
  totals: donor.totals.map(({ amount, currency }) => ({ amount: Number(amount), currency })),
  firstOn: localDateIn(timeZone, donor.firstAt),
  lastOn: localDateIn(timeZone, donor.lastAt),
  hasPlan: donor.hasPlan,
  segments: segmentsOf(donor, now),
  tags: [...donor.tags],
})
