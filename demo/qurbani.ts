import { addDays } from '#shared/date-arithmetic.ts'
import { hijriOf, localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import { hijriMonths } from '#shared/hijri.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { addQurbaniItem } from '#modules/faith/qurbani/edit-items.ts'
import type { Animal, Unit } from '#modules/faith/qurbani/rules/animals.ts'
import { nextQurbaniYear, defaultCloseTime } from '#modules/faith/qurbani/rules/order-window.ts'
import type { GivenCampaign } from './donations.ts'
import { seedTexts } from './seed-texts.ts'

type ItemSeed = {
  readonly key: string
  readonly country: string
  readonly animal: Animal
  readonly unit: Unit
  /** In whole pounds. */
  readonly price: string
  /** Number of animals; empty: unlimited. */
  readonly capacity: string
  readonly isSponsored?: true
  readonly lastDay?: 13
  /** Offered in the following year. */
  readonly isNextYear?: true
}

export const qurbaniItems: readonly ItemSeed[] = [
  { key: 'sindh-cow', country: 'PK', animal: 'cow', unit: 'share', price: '364', capacity: '60' },
  { key: 'sindh-goat', country: 'PK', animal: 'goat', unit: 'animal', price: '98', capacity: '200' },
  { key: 'garissa-cow', country: 'KE', animal: 'cow', unit: 'share', price: '413', capacity: '40' },
  { key: 'garissa-goat', country: 'KE', animal: 'goat', unit: 'animal', price: '72', capacity: '' },
  { key: 'jijiga-cow', country: 'ET', animal: 'cow', unit: 'share', price: '525', capacity: '30', lastDay: 13 },
  { key: 'baidoa-camel', country: 'SO', animal: 'camel', unit: 'share', price: '840', capacity: '12', lastDay: 13 },
  { key: 'tripoli-sheep', country: 'LB', animal: 'sheep', unit: 'animal', price: '132', capacity: '150' },
  {
    key: 'herat-sheep',
    country: 'AF',
    animal: 'sheep',
    unit: 'animal',
    price: '92',
    capacity: '120',
    isSponsored: true,
  },
  { key: 'travnik-cow', country: 'BA', animal: 'cow', unit: 'animal', price: '1020', capacity: '8' },
  { key: 'sindh-cow', country: 'PK', animal: 'cow', unit: 'share', price: '378', capacity: '60', isNextYear: true },
]
/** The general fund that offers the items. */
const fund = 'umeed-trust'
const openedDaysAgo = 40

/** Writes Qurbani items of the coming Eid al-Adha, whose orders are open, and one of the following year. */
export async function writeQurbani(
  app: Ports,
  tx: Tx,
  {
    campaigns,
    accountId,
    now,
  }: { readonly campaigns: readonly GivenCampaign[]; readonly accountId: string; readonly now: Date },
): Promise<void> {
  const { text } = seedTexts('qurbani', 'en')
  const months = hijriMonths()
  const ports = {
    ...app,
    clock: () => now,
    write: <T>(run: (tx: Tx) => Promise<T>) => run(tx),
    hijriMonthsOf: () => Promise.resolve(months),
  }
  const campaignId = required(campaigns.find(({ slug }) => slug === fund)).id
  const today = localDateIn('UTC', now)
  const year = nextQurbaniYear(hijriOf(today))
  for (const { key, price, capacity, isSponsored, lastDay, isNextYear, ...animal } of qurbaniItems)
    await addQurbaniItem(
      ports,
      { campaignId, viewer: { accountId }, context: { ip: '127.0.0.1' } },
      {
        ...animal,
        title: text(`${key}.title`),
        partner: text(`${key}.partner`),
        hijriYear: isNextYear ? year + 1 : year,
        animalPrice: price,
        capacity,
        isSponsored: isSponsored ?? false,
        isOffered: true,
        calendar: undefined,
        timeZone: undefined,
        opensOn: isNextYear ? months.startOf(year + 1, 8) : addDays(today, -openedDaysAgo),
        lastDay: lastDay ?? 12,
        close: defaultCloseTime,
      },
    )
}
