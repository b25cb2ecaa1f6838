import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { answer, type Answer, type RequestContext } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import {
  type OrganizerDonation,
  listOrganizerDonations,
  shownFields,
  shownLabels,
} from '#modules/money/giving/index.ts'
import { phonesOfDonations } from '#modules/recurring/subscriptions/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { OrganizingPorts } from './ports.ts'
import { type Cell, writeSpreadsheet, organizingTexts, type OrganizingTexts } from './spreadsheet.ts'
import { notifyOwnersOfExport } from './notify-owners.ts'
import { toPrintedAddress } from './views.ts'

export type CsvFile = {
  readonly filename: string
  readonly rows: number
  readonly isComplete: boolean
  readonly csv: string
}

/** Returns the file over HTTP, and its text to pages on the server. */
export const fileAnswer = (file: CsvFile): Answer<CsvFile> =>
  answer(file, {
    file: { type: 'text/csv; charset=utf-8', bytes: Buffer.from(file.csv) },
    headers: {
      'content-disposition': `attachment; filename="${file.filename}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })

/**
 * Exports all donors as a file. An anonymous donor is a row without a name. An email address is included only if the
 * level requires it, an address only with consent, a phone number only if the fundraiser's plan asked for it
 * (privacy-2). Audited, and the charity's owners are notified (security-9).
 */
export async function exportDonations(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  campaignId: bigint,
  { most }: { readonly most?: number } = {},
): Promise<CsvFile> {
  await campaignRunBy(ports, viewer, campaignId, 'claims', 'exporting')
  const campaign = await runningData(ports, campaignId)
  const t = organizingTexts(context.locale)
  const written = await ports.readForExport(context, (reader) =>
    writeSpreadsheet<OrganizerDonation>({
      locale: context.locale,
      head: [...donationColumns.map((column) => t(`csv-${column}`)), ...shownLabels('organizer', context.locale)],
      page: (before, limit) => listOrganizerDonations(reader, { campaignId, limit, before }),
      cells: async (donations) => {
        const phones = await phonesOfDonations(
          reader.db,
          donations.map(({ id }) => id),
        )
        return donations.map((donation) => [
          ...cellsOf(donation, phones.get(donation.id), campaign.timeZone, t),
          ...donorFieldCells(donation, context.locale),
        ])
      },
      most,
    }),
  )
  const instant = ports.clock()
  const file = {
    filename: `donors-${campaign.slug.replace(/[^\w-]/g, '')}-${localDateIn(campaign.timeZone, instant)}.csv`,
    ...written,
  }
  await ports.write(async (tx) => {
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.donors-exported',
      object: `campaign:${campaignId}`,
      at: instant,
      ip: context.ip,
      details: { rows: file.rows },
    })
    await notifyOwnersOfExport(ports, tx, {
      viewer,
      about: { ...campaign, kind: 'fundraiser' },
      what: 'donors',
      rows: file.rows,
      at: instant,
    })
  })
  return file
}

const donationColumns = [
  'date',
  'donor',
  'place',
  'email',
  'amount',
  'currency',
  'zakat',
  'gift-aid',
  'level',
  'quantity',
  'source',
  'address-name',
  'address',
  'country',
  'phone',
] as const

function cellsOf(donation: OrganizerDonation, phone: string | undefined, timeZone: string, t: OrganizingTexts): Cell[] {
  const address = toPrintedAddress(donation.address)
  return [
    localDateIn(timeZone, donation.givenAt),
    donation.name ?? t('csv-anonymous'),
    donation.place ?? '',
    donation.email ?? '',
    { plain: toMajor(money(donation.gift, donation.currency)) },
    donation.currency,
    t(donation.isZakat ? 'csv-yes' : 'csv-no'),
    t(donation.giftAid ? 'csv-yes' : 'csv-no'),
    donation.levelTitle ?? '',
    { plain: String(donation.quantity) },
    donation.referredBy ?? donation.source ?? '',
    address?.name ?? '',
    address?.lines.join(', ') ?? '',
    address?.country ?? '',
    phone ?? address?.phone ?? '',
  ]
}

/** Returns a cell for each field that organizers see, empty if missing. */
export const donorFieldCells = (donation: OrganizerDonation, locale: Locale): Cell[] => {
  const textByLabel = new Map(shownFields('organizer', donation, locale).map(({ label, text }) => [label, text]))
  return shownLabels('organizer', locale).map((label) => (textByLabel.get(label) ?? '').replaceAll('\n', ' · '))
}
