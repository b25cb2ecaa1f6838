import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type CsvFile, type Cell, lineOfMore, spreadsheet } from '#modules/organizers/organizing/index.ts'
import { assertNoPendingChange } from '#modules/causes/organizations/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { ReferralPorts } from './ports.ts'
import { type ReferredDonation, referredDonations } from './referral-queries.ts'
import { readReferralScope } from './scope.ts'

/** Limit of rows that spreadsheets open easily. */
const rowsMax = 50_000

const columns = ['date', 'donor', 'amount', 'currency', 'frequency', 'code'] as const

/**
 * Exports the donations through a link, with public donor names and no addresses. Days are in the charity's time zone.
 * Audited (security-9); the charity's owners aren't notified, because the file has only public data.
 */
export async function exportReferrals(
  ports: ReferralPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: { readonly campaignId: bigint; readonly planIds: readonly string[] | undefined },
): Promise<CsvFile> {
  const { scope, through, campaign } = await readReferralScope(ports, viewer, request.campaignId)
  // The owner of a link exports only what they raised themselves.
  if (scope === 'fundraiser' && campaign) await assertNoPendingChange(ports.db, campaign.organizationId)
  const found = await ports.readForExport(context, (reader) =>
    referredDonations(reader, {
      through,
      planIds: request.planIds,
      field: 'date',
      direction: 'desc',
      offset: 0,
      limit: rowsMax + 1,
    }),
  )
  const donations = found.slice(0, rowsMax)
  const t = textsOf('organizers/referral-files', context.locale)
  const timeZone = campaign?.timeZone ?? 'UTC'
  const instant = ports.clock()
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'referrals.exported',
      object: campaign ? `campaign:${campaign.id}` : `account:${viewer.accountId}`,
      at: instant,
      ip: context.ip,
      details: { rows: donations.length, scope },
    }),
  )
  return {
    filename: `referrals-${(campaign?.slug ?? 'programmes').replace(/[^\w-]/g, '')}-${localDateIn(timeZone, instant)}.csv`,
    rows: donations.length,
    isComplete: found.length <= rowsMax,
    csv: spreadsheet(
      columns.map((column) => t(`csv-${column}`)),
      [
        ...donations.map((donation) => cellsOf(donation, timeZone, t)),
        ...(found.length > rowsMax ? [lineOfMore(context.locale, { rows: rowsMax, columns: columns.length })] : []),
      ],
    ),
  }
}

const cellsOf = (
  donation: ReferredDonation,
  timeZone: string,
  t: ReturnType<typeof textsOf<'organizers/referral-files'>>,
): Cell[] => [
  localDateIn(timeZone, donation.givenAt),
  donation.name ?? t('csv-anonymous'),
  { plain: toMajor(money(donation.remaining, donation.currency)) },
  donation.currency,
  t(`csv-${donation.frequency}`),
  donation.code,
]
