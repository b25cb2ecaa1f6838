/** Generates a year of donations, the same for each seed, and writes it to a database. */
import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { type Category, categories } from '#modules/causes/campaigns/rules/category.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { required } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'

export const programmes = ['FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights'] as const
export type Programme = (typeof programmes)[number]
export type Animal = 'sheep' | 'goat' | 'cow' | 'camel'

export type Donor = {
  readonly id: string
  readonly firstName: string
  /** The stored text, which may not be a currency. */
  readonly preferredCurrency: string | null
  readonly email: string
  readonly isEmailConfirmed: boolean
  readonly isErased: boolean
  readonly hasAgreed: boolean
}
export type Fundraiser = {
  readonly id: bigint
  readonly name: string
  readonly category: Category
  readonly country: string | null
  readonly isPublic: boolean
  readonly coverId: string | null
  readonly charityName: string
  readonly charityLogoId: string | null
  readonly zone: string
  readonly item: {
    readonly levelId: bigint
    readonly animal: Animal
    readonly isWhole: boolean
    readonly price: bigint
  } | null
}
/** Amounts in minor units of `currency`; days as `2026-03-01`. */
export type Donation = {
  readonly id: string
  readonly accountId: string | null
  /** The account that claimed a guest's donation right after it. */
  readonly claimedBy: string | null
  readonly email: string | null
  readonly donor: string
  readonly fundraiser: Fundraiser
  readonly currency: string
  readonly amount: bigint
  readonly zakat: bigint
  readonly refunded: bigint
  readonly refundedZakat: bigint
  readonly isAnonymous: boolean
  readonly givenAt: Date
  readonly programme: Programme | null
  readonly occurrenceOn: string | null
  /** Pieces of the fundraiser's Qurbani item; null: not an order. */
  readonly pieces: number | null
  /** The account of the referral link. */
  readonly referredBy: string | null
}
export type Plan = {
  readonly accountId: string
  readonly startsOn: string
  readonly endsOn: string | null
  /** The day on which it was cancelled. */
  readonly overOn: string | null
}
export type DayRate = {
  readonly currency: string
  readonly day: string
  readonly source: 'ecb' | 'bundled'
  readonly perEuro: string
}
export type Population = {
  readonly donors: readonly Donor[]
  readonly donations: readonly Donation[]
  readonly plans: readonly Plan[]
  readonly rates: readonly DayRate[]
}

const zones = ['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Karachi'] as const
const currencies = ['GBP', 'USD', 'EUR', 'JPY', 'KWD', 'PKR'] as const
const names = ['Amina', 'عبد الرحمن', 'Zoë', 'Muhammad Yusuf', "D'Arcy", '李']
const firstDay = Date.UTC(2025, 5, 26)
const dayMs = 86_400_000
const dayAt = (index: number): string => new Date(firstDay + index * dayMs).toISOString().slice(0, 10)

/** Returns a generator of numbers from 0 to below `max`, the same for the same seed. */
function draws(seed: number) {
  let state = seed >>> 0
  const draw = (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
  return { draw, pick: <T>(list: readonly T[]): T => list[draw(list.length)] as T }
}

/**
 * Stores a population of the Hijri year 1447 and returns it. Its amounts, days and refunds include ties and boundaries.
 */
export async function storePopulation(
  app: Ports,
  owner: pg.Client,
  { seed, donors: size }: { seed: number; donors: number },
) {
  const { draw, pick } = draws(seed)
  const chance = (part: number) => draw(1000) < part * 1000
  const fundraisers = await storeFundraisers(app, owner, { draw, pick })
  const orders = fundraisers.filter(({ item }) => item)
  const donors: Donor[] = Array.from({ length: size }, (_, index) => {
    const id = randomUUID()
    const isErased = index % 29 === 5
    return {
      id,
      firstName: isErased ? '' : pick(names),
      preferredCurrency: isErased ? null : pick([...currencies, null, null, 'XXX']),
      email: isErased ? `erased-${id}@erased.invalid` : `Donor-${index}@example.org`,
      isEmailConfirmed: !isErased && chance(0.6),
      isErased,
      hasAgreed: !isErased && index % 7 !== 3,
    }
  })
  const living = donors.filter(({ isErased }) => !isErased)
  const donations: Donation[] = []
  const add = (donation: Partial<Donation> & Pick<Donation, 'donor'>, style: number) => {
    const isOrder = chance(0.08)
    const fundraiser = isOrder
      ? pick(orders)
      : pick(style === 2 ? fundraisers.filter(({ category }) => /emergency|refugees/.test(category)) : fundraisers)
    // Few different amounts, so that ties occur; some of one minor unit, some beyond 2^53 when converted.
    const amount = chance(0.02)
      ? BigInt(draw(1_000_000)) * 1_000_000n + 1n
      : pick([1n, 500n, 1_000n, 2_000n, 2_000n, 12_345n, BigInt(draw(90_000) + 1)])
    const zakat = chance(style === 1 ? 0.8 : 0.25) ? (amount * BigInt(60 + draw(41))) / 100n : 0n
    const refunded = chance(0.8) ? 0n : pick([amount, amount / 2n, amount / 3n, amount - 1n])
    const programme = donation.accountId && chance(0.4) ? pick(programmes) : null
    const day = style === 4 ? pick([40, 41, 42, 43, 47, 48]) : draw(359) - 2
    const givenAt = new Date(firstDay + day * dayMs + draw(24 * 60) * 60_000)
    donations.push({
      id: randomUUID(),
      accountId: null,
      claimedBy: null,
      email: null,
      fundraiser,
      currency: pick(currencies),
      amount,
      zakat,
      refunded,
      refundedZakat:
        refunded === amount ? zakat : ([0n, zakat, zakat / 2n].find((part) => part <= refunded && chance(0.6)) ?? 0n),
      isAnonymous: chance(style === 0 ? 0.65 : 0.2),
      givenAt,
      programme,
      occurrenceOn: programme ? occurrenceOf(programme, dayAt(day - draw(3))) : null,
      pieces: isOrder ? draw(9) + 1 : null,
      referredBy: chance(0.12) ? pick(living).id : null,
      ...donation,
    })
  }
  for (const [index, { id }] of donors.entries())
    for (let count = index % 11 === 9 ? 0 : pick([1, 2, 3, 5, 8, 13, 30]); count > 0; count--)
      add({ accountId: id, donor: id }, index % 6)
  for (let guest = 0; guest < 40; guest++)
    for (let count = draw(3) + 1; count > 0; count--) {
      const isClaimed = guest % 4 === 1
      const email = guest % 3 === 0 ? pick(living).email.toUpperCase() : null
      add({ donor: `guest-${guest}`, email, claimedBy: isClaimed ? pick(living).id : null }, 5)
    }
  const plans: Plan[] = donors.flatMap(({ id }) =>
    chance(0.5)
      ? [0, 1].slice(0, draw(2) + 1).map(() => {
          const start = draw(400) - 100
          return {
            accountId: id,
            startsOn: dayAt(start),
            endsOn: chance(0.5) ? dayAt(start + pick([10, 179, 180, 181, 300, 500])) : null,
            overOn: chance(0.3) ? dayAt(start + draw(400)) : null,
          }
        })
      : [],
  )
  const rates: DayRate[] = [...Array(70).keys()].flatMap((step) =>
    currencies.flatMap((currency, index) => {
      // The yen has rates only from the middle of the year, and some days have two sources.
      if (currency === 'EUR' || (currency === 'JPY' && step < 30)) return []
      const perEuro = (required([0.85, 1.0871, 1, 171.93, 0.33412, 305.7712345678][index]) + step / 997).toFixed(10)
      const day = dayAt(step * 5 - 3 + (index % 3))
      const both =
        step % 9 === 0
          ? [{ currency, day, source: 'bundled' as const, perEuro: (Number(perEuro) * 1.01).toFixed(10) }]
          : []
      return [{ currency, day, source: step % 4 === 1 ? ('bundled' as const) : ('ecb' as const), perEuro }, ...both]
    }),
  )
  const unique = [...new Map(rates.map((rate) => [`${rate.currency} ${rate.day} ${rate.source}`, rate])).values()]
  const population: Population = { donors, donations, plans, rates: unique }
  await store(owner, population)
  return population
}

/** Returns the Friday, night or day of an occurrence, near its charge date. */
function occurrenceOf(programme: Programme, day: string): string {
  if (programme !== 'FridayGivers') return day
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(date.getTime() - ((date.getUTCDay() + 2) % 7) * dayMs).toISOString().slice(0, 10)
}

async function storeFundraisers(
  app: Ports,
  owner: pg.Client,
  { draw, pick }: ReturnType<typeof draws>,
): Promise<Fundraiser[]> {
  const fundraisers: Fundraiser[] = []
  for (const zone of zones) {
    const organization = await anOrganization(app, { name: `Charity in ${zone}`, time_zone: zone })
    const charityLogoId = draw(3) > 0 ? randomUUID() : null
    await owner.query('set session_replication_role = replica')
    await owner.query('update organizations.organization set logo_id = $2 where id = $1', [
      organization.id,
      charityLogoId,
    ])
    await owner.query('set session_replication_role = origin')
    for (const category of categories) {
      const [country, isPublic, coverId] = [
        pick(['PK', 'YE', 'SO', 'BA', null]),
        draw(5) > 0,
        draw(2) > 0 ? randomUUID() : null,
      ]
      const { id, name } = await aCampaign(app, {
        organization_id: organization.id,
        category,
        country,
        status: isPublic ? 1 : 0,
        name: `${category} in ${zone}`,
      })
      const animal = draw(3) === 0 ? pick<Animal>(['sheep', 'goat', 'cow', 'camel']) : null
      const isWhole = animal === 'sheep' || animal === 'goat' || draw(2) === 0
      const price = BigInt(draw(90) + 40) * 1_000n + BigInt(draw(1000))
      fundraisers.push({
        id,
        name,
        category,
        country,
        isPublic,
        coverId,
        zone,
        charityName: organization.name,
        charityLogoId,
        item: animal
          ? { levelId: await storeItem(owner, { id, animal, isWhole, price }), animal, isWhole, price }
          : null,
      })
    }
  }
  await owner.query('set session_replication_role = replica')
  for (const { id, coverId } of fundraisers)
    await owner.query('update campaigns.campaign set cover_id = $2 where id = $1', [id, coverId])
  await owner.query('set session_replication_role = origin')
  return fundraisers
}

async function storeItem(
  owner: pg.Client,
  { id, animal, isWhole, price }: { id: bigint; animal: Animal; isWhole: boolean; price: bigint },
) {
  const shares = isWhole && (animal === 'cow' || animal === 'camel') ? 7 : 1
  const { rows } = await owner.query<{ id: string }>(
    `insert into campaigns.level (campaign_id, position, title, amount, kind, shares) values ($1, 1, 'Qurbani', $2, 'qurbani', $3) returning id`,
    [id, price, shares],
  )
  const levelId = required(rows[0]).id
  await owner.query(
    `insert into qurbani.item (level_id, campaign_id, hijri_year, country, animal, unit, animal_price, partner, calendar, time_zone, opens_on, last_day,
       close_day, close_minutes, created_at, changed_at)
     values ($1, $2, 1447, 'PK', $3, $4, $5, 'Test', 'SA', 'Asia/Karachi', '2026-03-01', 12, 12, 720, now(), now())`,
    [levelId, id, animal, isWhole ? 'animal' : 'share', price],
  )
  return BigInt(levelId)
}

/** Writes donations without payments, because figures read only donations. */
async function store(owner: pg.Client, { donors, donations, plans, rates }: Population): Promise<void> {
  await owner.query('set session_replication_role = replica')
  for (const { currency, day, source, perEuro } of rates)
    await owner.query(
      'insert into currencies.rate (currency, day, source, per_euro) values ($1, $2, $3, $4) on conflict do nothing',
      [currency, day, source, perEuro],
    )
  for (const donor of donors) {
    const preferences = donor.preferredCurrency ? { preferredCurrency: donor.preferredCurrency } : {}
    await owner.query(
      `insert into identity.account (id, email, first_name, preferences, created_at, email_confirmed_at, erased_at) values ($1, $2, $3, $4, now(), $5, $6)`,
      [
        donor.id,
        donor.email,
        donor.firstName,
        preferences,
        donor.isEmailConfirmed ? new Date() : null,
        donor.isErased ? new Date() : null,
      ],
    )
    if (donor.hasAgreed)
      await owner.query(
        `insert into privacy.consent (account_id, purpose, is_given, text_version, locale, recorded_at) values ($1, 'recap', true, $2, 'en', '2026-01-01')`,
        [donor.id, consentTexts.recap.version],
      )
  }
  const referers = new Map<string, string>()
  for (const donation of donations) {
    await owner.query(
      `insert into giving.donation (id, intent_id, attempt_id, line, campaign_id, account_id, donor_key, email, name, currency, gift, zakat_eligible, is_zakat, is_anonymous,
         fee_schedule_version, payment_method, locale, given_at, subscription_id, occurrence_key, occurrence_on, programme, level_id, quantity)
       values ($1::uuid, $1::uuid, $1::uuid, 1, $2, $3, $4, $5, 'Test', $6, $7, $8, $9, $10, 'test', 'card', 'en', $11, $12::uuid, $13::text, $13::text::date, $14, $15, $16)`,
      [
        donation.id,
        donation.fundraiser.id,
        donation.accountId,
        createHash('sha256').update(donation.donor).digest(),
        donation.email,
        donation.currency,
        donation.amount,
        donation.zakat,
        donation.zakat > 0n,
        donation.isAnonymous,
        donation.givenAt,
        donation.programme ? donation.id : null,
        donation.occurrenceOn,
        donation.programme,
        donation.pieces === null ? null : donation.fundraiser.item?.levelId,
        donation.pieces ?? 1,
      ],
    )
    if (donation.refunded > 0n)
      await owner.query(
        'insert into giving.refunded_amount (donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at) values ($1, $2, 0, 0, 0, $3, $4, now())',
        [donation.id, donation.refunded, donation.refundedZakat, donation.refunded === donation.amount],
      )
    if (donation.claimedBy)
      await owner.query('insert into giving.claim (donation_id, account_id, claimed_at) values ($1, $2, now())', [
        donation.id,
        donation.claimedBy,
      ])
    if (donation.referredBy) {
      const referer = referers.get(donation.referredBy) ?? randomUUID()
      if (!referers.has(donation.referredBy))
        await owner.query(
          'insert into referrals.referer (id, code, account_id, campaign_id, created_at) values ($1, $2, $3, null, now())',
          [referer, `Team-${referer}`, donation.referredBy],
        )
      referers.set(donation.referredBy, referer)
      await owner.query(
        'insert into referrals.referral (donation_id, referer_id, campaign_id, currency, gift, given_at) values ($1, $2, $3, $4, $5, $6)',
        [donation.id, referer, donation.fundraiser.id, donation.currency, donation.amount, donation.givenAt],
      )
    }
  }
  for (const { accountId, startsOn, endsOn, overOn } of plans)
    await owner.query(
      `insert into subscriptions.subscription (id, account_id, idempotency_key, plan_id, state, reason, schedule, time_zone, calendar, currency, portions, causes, card_id, is_zakat,
         maximize_zakat, gift_aid, tax_receipt, details, starts_on, ends_on, consent_until, created_at, changed_at, closed_at)
       values ($1::uuid, $2, $1::uuid::text, $1::uuid, $3, $4, '{}', 'Pacific/Auckland', 'SA', 'GBP', '{}', '[]', $1::uuid, false, false, false, false, '{}', $5::date, $6::date, $5::date, now(), now(),
         ($7::date + time '00:30') at time zone 'Pacific/Auckland')`,
      [randomUUID(), accountId, overOn ? 'cancelled' : 'active', overOn ? 'donor' : null, startsOn, endsOn, overOn],
    )
  await owner.query('set session_replication_role = origin')
}
