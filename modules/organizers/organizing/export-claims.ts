import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import { type ConfidentialFields, decryptFields, findEncryptedFields } from '#modules/money/giving/index.ts'
import type { CsvFile } from './export-donations.ts'
import type { OrganizingPorts } from './ports.ts'
import { type ClaimedDonation, claimedDonations } from './queries/thank-you-messages.ts'
import { canReadEmergencyDetails } from './rules/emergency-access.ts'
import { type Cell, writeSpreadsheet, organizingTexts, type OrganizingTexts } from './spreadsheet.ts'
import { notifyOwnersOfExport } from './notify-owners.ts'
import { toPrintedAddress } from './views.ts'

type ExportClaimsRequest = {
  readonly campaignId: bigint
  readonly level?: string | undefined
  readonly state: 'open' | 'sent' | 'all'
}

/**
 * Exports claims as a file for shipping, with emergency contacts only for members who can open them; audited
 * (security-9).
 */
export async function exportClaims(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: ExportClaimsRequest,
  { most }: { readonly most?: number } = {},
): Promise<CsvFile> {
  const { parts } = await campaignRunBy(ports, viewer, request.campaignId, 'claims', 'exporting')
  const opens = canReadEmergencyDetails(parts)
  const campaign = await runningData(ports, request.campaignId)
  const t = organizingTexts(context.locale)
  const levelId = request.level === undefined ? undefined : BigInt(request.level)
  const { openedCount, ...written } = await ports.readForExport(context, async (reader) => {
    let openedCount = 0
    const spreadsheet = await writeSpreadsheet<ClaimedDonation>({
      locale: context.locale,
      head: [...plainColumns, ...(opens ? emergencyColumns : [])].map((column) => t(`csv-${column}`)),
      page: (before, limit) =>
        claimedDonations(reader, { campaignId: request.campaignId, levelId, state: request.state, before, limit }),
      cells: async (claims) => {
        const emergencyIds = opens
          ? claims.filter(({ hasEmergencyDetails }) => hasEmergencyDetails).map(({ id }) => id)
          : []
        const opened = new Map(
          (await findEncryptedFields(reader.db, request.campaignId, emergencyIds)).map(({ id, encrypted }) => [
            id,
            decryptFields(ports.fieldKey, encrypted),
          ]),
        )
        openedCount += opened.size
        return claims.map((claim) => [
          ...cellsOf(claim, campaign.timeZone, t),
          ...(opens ? emergencyCells(opened.get(claim.id)) : []),
        ])
      },
      most,
    })
    return { ...spreadsheet, openedCount }
  })
  const instant = ports.clock()
  const file = {
    filename: `claims-${campaign.slug.replace(/[^\w-]/g, '')}-${localDateIn(campaign.timeZone, instant)}.csv`,
    ...written,
  }
  await ports.write(async (tx) => {
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.claims-exported',
      object: `campaign:${request.campaignId}`,
      at: instant,
      ip: context.ip,
      details: { rows: file.rows, emergencyContacts: openedCount },
    })
    await notifyOwnersOfExport(ports, tx, {
      viewer,
      about: { ...campaign, kind: 'fundraiser' },
      what: 'claims',
      rows: file.rows,
      at: instant,
    })
  })
  return file
}

const plainColumns = [
  'date',
  'level',
  'quantity',
  'amount',
  'currency',
  'donor',
  'note',
  'email',
  'address-name',
  'address',
  'country',
  'phone',
  'sent',
] as const
const emergencyColumns = ['emergency-name', 'emergency-phone', 'emergency-relationship', 'medical'] as const

function cellsOf(claim: ClaimedDonation, timeZone: string, t: OrganizingTexts): Cell[] {
  const shipping = toPrintedAddress(claim.shippingAddress)
  return [
    localDateIn(timeZone, claim.givenAt),
    claim.levelTitle ?? '',
    { plain: String(claim.quantity) },
    { plain: toMajor(money(claim.gift, claim.currency)) },
    claim.currency,
    claim.name ?? t('csv-anonymous'),
    claim.note ?? '',
    claim.levelEmail ?? '',
    shipping?.name ?? '',
    shipping?.lines.join(', ') ?? '',
    shipping?.country ?? '',
    shipping?.phone ?? '',
    claim.sentAt ? localDateIn(timeZone, claim.sentAt) : '',
  ]
}

const emergencyCells = (confidentialFields: ConfidentialFields | undefined): Cell[] => [
  confidentialFields?.emergencyContact?.name ?? '',
  confidentialFields?.emergencyContact?.phone ?? '',
  confidentialFields?.emergencyContact?.relationship ?? '',
  confidentialFields?.medicalInformation ?? '',
]
