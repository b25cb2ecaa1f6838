import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { assertNoPendingChange } from '#modules/causes/organizations/index.ts'
import { donationReferenceOf, shownLabels } from '#modules/money/giving/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import {
  type Cell,
  type CsvFile,
  donorFieldCells,
  notifyOwnersOfExport,
  toPrintedAddress,
  writeSpreadsheet,
} from '#modules/organizers/organizing/index.ts'
import { phonesOfDonations } from '#modules/recurring/subscriptions/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { type CharityDonation, type CharityOfflineDonation, listFundraisers } from '../queries/donations.ts'
import { type Entry, findEntries } from '../queries/find-entries.ts'
import { feeAfterRefunds, netAmount } from '../rules/net-amount.ts'
import { type RequestedFilters, toDonationFilters } from './filters.ts'
import { readEntries } from './list-donations.ts'

const texts = (locale: Locale) => textsOf('organizers/charity-donor-files', locale)
type Texts = ReturnType<typeof texts>

/**
 * Exports the donations to a charity as a file, without tips, with refunded and offline ones. `net` is what the ledger
 * owes the charity for a donation; an offline one has none. An anonymous donor is a row without a name; email, address
 * and phone are as in the list (privacy-2). Audited, and the charity's owners are notified (security-9).
 */
export async function exportCharityDonations(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: RequestedFilters & { readonly organizationId: bigint },
  { most }: { readonly most?: number } = {},
): Promise<CsvFile> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donor-exports', 'reading')
  requireRecentAuthentication(ports, viewer)
  await assertNoPendingChange(ports.db, charity.id)
  const { locale } = context
  const { timeZone } = charity
  const t = texts(locale)
  const currencies = (await listFundraisers(ports.db, charity.id)).map(({ currency }) => currency)
  const filters = toDonationFilters(charity, currencies, request)
  const written = await ports.readForExport(context, (reader) =>
    writeSpreadsheet<Entry>({
      locale,
      head: [...columns.map((column) => t(`csv-${column}`)), ...shownLabels('organizer', locale)],
      page: (before, limit) => findEntries(reader.db, filters, { limit, before }),
      cells: async (entries) => {
        const rows = await readEntries(reader, charity.id, entries)
        const phones = await phonesOfDonations(
          reader.db,
          rows.flatMap((row) => ('amounts' in row ? row.id : [])),
        )
        return rows.map((row) =>
          'amounts' in row
            ? [...donationCells(row, { phone: phones.get(row.id), timeZone, t }), ...donorFieldCells(row, locale)]
            : [...offlineCells(row, t), ...shownLabels('organizer', locale).map(() => '')],
        )
      },
      most,
    }),
  )
  const instant = ports.clock()
  const file = {
    filename: `donations-${charity.slug.replace(/[^\w-]/g, '')}-${localDateIn(timeZone, instant)}.csv`,
    ...written,
  }
  await ports.write(async (tx) => {
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'charity-donors.donations-exported',
      object: `organization:${charity.id}`,
      at: instant,
      ip: context.ip,
      details: { rows: file.rows },
    })
    await notifyOwnersOfExport(ports, tx, {
      viewer,
      about: { kind: 'charity', id: charity.id, organizationId: charity.id, name: charity.name },
      what: 'donors',
      rows: file.rows,
      at: instant,
    })
  })
  return file
}

const columns = [
  'date',
  'receipt',
  'reference',
  'state',
  'kind',
  'fundraiser',
  'donor',
  'place',
  'email',
  'currency',
  'gift',
  'refunded',
  'covered-fee',
  'fee',
  'net',
  'zakat',
  'gift-aid',
  'plan',
  'level',
  'quantity',
  'source',
  'method',
  'thanked',
  'address-name',
  'address',
  'country',
  'phone',
] as const

/** Names the columns' cells, so that both kinds of rows have all of them. */
const inColumns = (cells: Readonly<Record<(typeof columns)[number], Cell>>): Cell[] =>
  columns.map((column) => cells[column])

const exact = (amount: bigint, currency: Currency): Cell => ({ plain: toMajor(money(amount, currency)) })

function donationCells(
  row: CharityDonation,
  { phone, timeZone, t }: { readonly phone: string | undefined; readonly timeZone: string; readonly t: Texts },
): Cell[] {
  const { amounts, currency } = row
  const address = toPrintedAddress(row.address)
  const plan = row.programme ?? row.frequency
  return inColumns({
    date: localDateIn(timeZone, row.givenAt),
    receipt: row.receipt ?? '',
    reference: donationReferenceOf(row.id),
    state: t(`csv-state-${row.state}`),
    kind: t(`csv-kind-${row.isOfPlan ? 'plan' : 'one-time'}`),
    fundraiser: row.campaign,
    donor: row.name ?? t('csv-anonymous'),
    place: row.place ?? '',
    email: row.email ?? '',
    currency,
    gift: exact(amounts.gift, currency),
    refunded: exact(amounts.refunded.gift, currency),
    'covered-fee': exact(amounts.coveredFee - amounts.refunded.coveredFee, currency),
    fee: exact(feeAfterRefunds(amounts), currency),
    net: exact(netAmount(amounts), currency),
    zakat: exact(row.zakat, currency),
    'gift-aid': t(row.giftAid ? 'csv-yes' : 'csv-no'),
    plan: plan === null ? '' : t(`csv-plan-${plan}`),
    level: row.levelTitle ?? '',
    quantity: { plain: String(row.quantity) },
    source: row.referredBy ?? row.source ?? '',
    method: row.paymentMethod,
    thanked: t(row.isThanked ? 'csv-yes' : 'csv-no'),
    'address-name': address?.name ?? '',
    address: address?.lines.join(', ') ?? '',
    country: address?.country ?? '',
    phone: phone ?? address?.phone ?? '',
  })
}

const offlineCells = (row: CharityOfflineDonation, t: Texts): Cell[] =>
  inColumns({
    date: row.receivedOn,
    receipt: '',
    reference: '',
    state: t(`csv-state-${row.state}`),
    kind: t('csv-kind-offline'),
    fundraiser: row.campaign,
    donor: row.donorName ?? t('csv-anonymous'),
    place: '',
    email: '',
    currency: row.currency,
    gift: exact(row.amount, row.currency),
    refunded: exact(0n, row.currency),
    'covered-fee': '',
    fee: '',
    net: '',
    zakat: '',
    'gift-aid': '',
    plan: '',
    level: '',
    quantity: '',
    source: '',
    method: t(`csv-method-${row.method}`),
    thanked: '',
    'address-name': '',
    address: '',
    country: '',
    phone: '',
  })
