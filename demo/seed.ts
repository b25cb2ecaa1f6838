import type { TokenSecret } from '#modules/platform/identity/index.ts'
import { lastOf, required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Ports, Tx } from '#shared/ports.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { charityDonorsServer } from '#modules/organizers/charity-donors/index-server.ts'
import { workspaceServer } from '#modules/organizers/workspace/index-server.ts'
import { organizationsServer } from '#modules/causes/organizations/index-server.ts'
import { issuersOf } from '#modules/causes/organizations/index.ts'
import { writeSupporterPages } from './organizations/write-supporter-pages.ts'
import { analyzeDatabase } from '#server/database/analyze.ts'
import { admin, amina, hashDemoPasswords, sana, writeAccounts } from './accounts.ts'
import { writeCampaigns } from './campaigns.ts'
import { writeDiscovery } from './discovery.ts'
import { createDonors } from './donors/donors.ts'
import { demoDonationData, type DemoDonationData } from './donation-data.ts'
import { demoDonationsOf, type GivenCampaign } from './donations.ts'
import { writePlans } from './plans.ts'
import { writeQurbani } from './qurbani.ts'
import { createRandom, type Random } from './random.ts'
import { receiptsOf } from './receipts.ts'
import { givingDays } from './seasons.ts'
import { writeTeams } from './teams.ts'
import { writeVerifications } from './verifications.ts'
import { writeFundraiserPages } from './write-fundraiser-pages.ts'
import { writeRows } from './write.ts'

export type SeedPorts = Ports & { readonly tokenSecret: TokenSecret }

/** Number of days with donations before the demo's start. */
const daysOfGiving = 1095
/** `small` has a fiftieth of the donations, for a quick start and for the dumps of releases. */
export type DemoSize = 'full' | 'small'
const divisors = { full: 1, small: 50 } as const
/** Any number; it makes the demo reproducible. */
const seed = 2261

/**
 * Fills an empty platform with the demo: charities, fundraisers in every state, and three years of donations with all
 * rows of a real donation (payments, ledger, receipts, totals). Writes everything or nothing; does nothing if there are
 * charities. Returns whether it wrote. Ends with ANALYZE as the owner (`ownerUrl`).
 */
export async function seedDemo(
  app: SeedPorts,
  { now, ownerUrl, size = 'full' }: { readonly now: Date; readonly ownerUrl: string; readonly size?: DemoSize },
): Promise<boolean> {
  if (await organizationsServer.hasOrganizations(app.db)) return false
  const hashes = await hashDemoPasswords(app)
  const isNew = await app.write(async (tx) => {
    // Of two first starts, the second waits here until the first one ends, and then finds its charities.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(2261)`.execute(tx)
    if (await organizationsServer.hasOrganizations(tx)) return false
    const random = createRandom(seed)
    const accountIds = await writeAccounts(tx, {
      hashes,
      at: new Date(now.getTime() - daysOfGiving * dayMs),
      random,
    })
    const campaigns = await writeCampaigns(tx, now)
    await writeFundraiserPages(tx, { accountIds, campaigns, now })
    await writeTeams(tx, { accountIds, campaigns, at: new Date(now.getTime() - daysOfGiving * dayMs) })
    await writeVerifications(tx, { campaigns, reviewerId: required(accountIds.get(admin.email)), now })
    await writeDiscovery(tx, { campaigns, now })
    await writePlans(tx, { campaigns, now })
    await writeQurbani(app, tx, { campaigns, accountId: required(accountIds.get(sana.email)), now })
    const factsFrom = (given: readonly GivenCampaign[], by: Random) =>
      donationsInOrder(given, { now, divisor: divisors[size] }, by).map((donation) =>
        demoDonationData(donation, { random: by, tokenSecret: app.tokenSecret, accountIds }),
      )
    // A separate generator, so that these draws change nothing else in the demo.
    const apart = createRandom(seed + 1)
    const supporterPages = await writeSupporterPages(tx, { accountIds, campaigns, now, random: apart })
    const donationData = [...factsFrom(campaigns, random), ...factsFrom(supporterPages, apart)].sort(
      (a, b) => a.donation.at.getTime() - b.donation.at.getTime(),
    )
    await writeData(tx, donationData)
    await writeReceipts(tx, donationData, random)
    await rollUp(tx, donationData)
    await workspaceServer.rebuildFigures(tx)
    await charityDonorsServer.rebuildDonors(tx)
    app.log.info(
      {
        organizations: new Set(campaigns.map((campaign) => campaign.organizationId)).size,
        campaigns: campaigns.length,
        donations: donationData.length,
      },
      'demo created',
    )
    return true
  })
  if (isNew) await analyzeDatabase(ownerUrl)
  return isNew
}

/** The error of a production installation that was started with demo data. */
export const demoInProductionProblem =
  'this database contains the demo, with public passwords and fictional charities: set DATA_DIR to another folder, or DATABASE_URL to an empty database'

/**
 * Whether the demo is installed, which its admin shows: anyone may sign up with that address, but only the demo's
 * account is an admin.
 */
export async function hasDemo(client: pg.Client | pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from identity.account where email_key = $1 and 'admin' = any(roles)`,
    [admin.email],
  )
  return rowCount !== 0
}

function donationsInOrder(
  campaigns: readonly GivenCampaign[],
  { now, divisor }: { readonly now: Date; readonly divisor: number },
  random: Random,
) {
  const days = givingDays(now, daysOfGiving)
  const donors = createDonors(random, [amina])
  return campaigns
    .flatMap((campaign) => demoDonationsOf(campaign, { days, donors, divisor }, random))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

async function writeData(tx: Tx, donationData: readonly DemoDonationData[]): Promise<void> {
  const guests = donationData.filter((fact) => fact.guestId !== null)
  await writeRows(
    tx,
    'identity.guest',
    guests.map(({ guestId, donation }) => ({
      id: guestId,
      email: donation.donor.email,
      name: `${donation.donor.firstName} ${donation.donor.lastName}`,
      created_at: donation.at,
    })),
  )
  await writeRows(
    tx,
    'payments.intent',
    donationData.map((fact) => ({ ...fact.intent, order_details: JSON.parse(fact.intent.order_details) as object })),
  )
  await writeRows(
    tx,
    'payments.attempt',
    donationData.map(({ attempt }) => ({ ...attempt, lookups: 0 })),
  )
  await writeRows(
    tx,
    'giving.donation',
    donationData.map(({ row }) => row),
  )
  await writeRows(
    tx,
    'giving.gift_aid_declaration',
    donationData.flatMap(({ declaration }) => (declaration ? [declaration] : [])),
  )
  await writeRows(
    tx,
    'ledger.tx',
    donationData.map(({ ledgerTx }) => ledgerTx),
  )
  await writeRows(
    tx,
    'ledger.entry',
    donationData.flatMap(({ entries }) => entries),
  )
  await writeRows(
    tx,
    'campaigns.level_claim',
    donationData.flatMap(({ donation, intentId }) =>
      donation.level && (donation.level.seed.limit ?? 0) > 0
        ? [
            {
              intent_id: intentId,
              level_id: donation.level.id,
              quantity: 1,
              state: 'claimed',
              reserved_at: donation.at,
            },
          ]
        : [],
    ),
  )
  await writeRows(
    tx,
    'comments.comment',
    donationData.flatMap(({ comment }) => (comment ? [comment] : [])),
  )
}

async function writeReceipts(tx: Tx, donationData: readonly DemoDonationData[], random: Random): Promise<void> {
  const issuers = await issuersOf(tx, [
    ...new Set(donationData.map(({ donation }) => donation.campaign.organizationId)),
  ])
  const { receipts, lines, counters } = receiptsOf(donationData, issuers, random)
  await writeRows(tx, 'receipts.counter', counters)
  await writeRows(tx, 'receipts.receipt', receipts)
  await writeRows(tx, 'receipts.line', lines)
}

async function rollUp(tx: Tx, donationData: readonly DemoDonationData[]): Promise<void> {
  const byCampaign = Map.groupBy(donationData, ({ donation }) => donation.campaign.id)
  await campaignsServer.reactions.addToTotals(
    tx,
    [...byCampaign].map(([campaignId, donations]) => ({
      campaignId,
      gift: donations.reduce((sum, { donation }) => sum + donation.quote.gift.amount, 0n),
      count: donations.length,
      donorKeys: donations.map(({ donorKey }) => donorKey),
      lastDonationAt: lastOf(donations).donation.at,
    })),
  )
}
