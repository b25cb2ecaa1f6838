import type { AccountViewer } from '#modules/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { type Currency, money, toMajor } from '#shared/money.ts'
import { translate } from '#shared/text.ts'
import { record } from '#modules/audit/index.ts'
import { campaignRunBy, runningFacts } from '#modules/campaigns/index.ts'
import { type SealedFacts, sealedOf, unseal } from '#modules/giving/index.ts'
import type { CsvFile } from './export-gifts.ts'
import { organizingMessages } from './messages.ts'
import type { OrganizingPorts } from './ports.ts'
import { type ClaimedGift, claimedGifts } from './queries/marks.ts'
import { mayUnseal } from './rules/sealed.ts'
import { type Cell, spreadsheet } from './spreadsheet.ts'
import { tellOwners } from './tell-owners.ts'
import { addressOnPaper } from './views.ts'

const rowsMax = 20_000
const atOnce = 1000
type Asked = { readonly campaignId: bigint; readonly level?: string | undefined; readonly state: 'open' | 'sent' | 'all' }

/** Claims as a file, to send things by. Emergency contacts are in it only for whoever may open them; taking it is written down (S13). */
export async function exportClaims(ports: OrganizingPorts, viewer: AccountViewer, facts: RequestFacts, of: Asked): Promise<CsvFile> {
  const { parts } = await campaignRunBy(ports, viewer, of.campaignId, 'donors')
  const opens = mayUnseal(parts)
  const campaign = await runningFacts(ports, of.campaignId)
  const t = (key: string) => translate(organizingMessages[facts.locale], facts.locale, key)
  const claims: ClaimedGift[] = []
  let page: ClaimedGift[]
  do {
    page = await claimedGifts(ports, {
      campaignId: of.campaignId,
      levelId: of.level === undefined ? undefined : BigInt(of.level),
      state: of.state,
      before: claims.at(-1),
      limit: atOnce,
    })
    claims.push(...page)
  } while (page.length === atOnce && claims.length < rowsMax)
  const sealedIds = opens ? claims.filter(({ hasSealed }) => hasSealed).map(({ id }) => id) : []
  const opened = new Map((await sealedOf(ports.db, of.campaignId, sealedIds)).map(({ id, sealed }) => [id, unseal(ports.fieldKey, sealed)]))
  const columns = [...plainColumns, ...(opens ? sealedColumns : [])]
  const at = ports.clock()
  const file = {
    filename: `claims-${campaign.slug.replace(/[^\w-]/g, '')}-${localDateIn(campaign.timeZone, at)}.csv`,
    rows: claims.length,
    isComplete: page.length < atOnce,
    csv: spreadsheet(
      columns.map((column) => t(`csv-${column}`)),
      claims.map((claim) => [...cellsOf(claim, campaign.timeZone, t), ...(opens ? sealedCells(opened.get(claim.id)) : [])]),
    ),
  }
  await ports.write(async (tx) => {
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.claims-exported',
      object: `campaign:${of.campaignId}`,
      at,
      ip: facts.ip,
      details: { rows: claims.length, emergencyContacts: opened.size },
    })
    await tellOwners(ports, tx, { viewer, campaign, what: 'claims', rows: claims.length, at })
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
const sealedColumns = ['emergency-name', 'emergency-phone', 'emergency-relationship', 'medical'] as const

function cellsOf(claim: ClaimedGift, timeZone: string, t: (key: string) => string): Cell[] {
  const shipping = addressOnPaper(claim.shippingAddress)
  return [
    localDateIn(timeZone, claim.givenAt),
    claim.levelTitle ?? '',
    { plain: String(claim.quantity) },
    { plain: toMajor(money(claim.gift, claim.currency as Currency)) },
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

const sealedCells = (facts: SealedFacts | undefined): Cell[] => [
  facts?.emergencyContact?.name ?? '',
  facts?.emergencyContact?.phone ?? '',
  facts?.emergencyContact?.relationship ?? '',
  facts?.medicalInformation ?? '',
]
