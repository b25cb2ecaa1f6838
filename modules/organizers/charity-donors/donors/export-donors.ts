import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { assertNoPendingChange } from '#modules/causes/organizations/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import {
  type Cell,
  type CsvFile,
  notifyOwnersOfExport,
  toPrintedAddress,
  writeSpreadsheet,
} from '#modules/organizers/organizing/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { findDonors, type FoundDonor } from '../queries/find-donors.ts'
import { segmentsOf } from '../rules/segments.ts'
import { readDonors } from './donor-view.ts'
import { type RequestedDonors, toDonorFilters } from './list-donors.ts'

const columns = [
  'donor',
  'place',
  'email',
  'phone',
  'address-name',
  'address',
  'country',
  'donations',
  'totals',
  'first-donation',
  'last-donation',
  'active-plan',
  'segments',
  'tags',
] as const

/**
 * Exports a charity's donors as a file, one row for each person, without anonymous donations; email, address and phone
 * are as in the list (privacy-2). Audited, and the charity's owners are notified (security-9).
 */
export async function exportCharityDonors(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: RequestedDonors,
): Promise<CsvFile> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donor-exports', 'reading')
  requireRecentAuthentication(ports, viewer)
  await assertNoPendingChange(ports.db, charity.id)
  const t = textsOf('organizers/charity-donor-files', context.locale)
  const { timeZone } = charity
  const instant = ports.clock()
  const written = await ports.readForExport(context, async (reader) => {
    const filters = await toDonorFilters({ ...reader, clock: ports.clock }, request)
    return writeSpreadsheet<FoundDonor>({
      locale: context.locale,
      head: columns.map((column) => t(`csv-${column}`)),
      page: (before, limit) => findDonors(reader.db, filters, { limit, before }),
      cells: async (found) => {
        const donors = await readDonors(reader, { ...filters, keys: found.map(({ key }) => key) })
        return donors.map((donor): Cell[] => {
          const address = toPrintedAddress(donor.address)
          const totals = donor.totals.map((total) => `${toMajor(total)} ${total.currency}`)
          const cells: Readonly<Record<(typeof columns)[number], Cell>> = {
            donor: donor.name ?? '',
            place: donor.place ?? '',
            email: donor.email ?? '',
            phone: donor.phone ?? address?.phone ?? '',
            'address-name': address?.name ?? '',
            address: address?.lines.join(', ') ?? '',
            country: address?.country ?? '',
            donations: { plain: String(donor.donations) },
            totals: totals.join('; '),
            'first-donation': localDateIn(timeZone, donor.firstAt),
            'last-donation': localDateIn(timeZone, donor.lastAt),
            'active-plan': t(donor.hasPlan ? 'csv-yes' : 'csv-no'),
            segments: segmentsOf(donor, instant)
              .map((segment) => t(`csv-segment-${segment}`))
              .join('; '),
            tags: donor.tags.join('; '),
          }
          return columns.map((column) => cells[column])
        })
      },
    })
  })
  const file = {
    filename: `donor-list-${charity.slug.replace(/[^\w-]/g, '')}-${localDateIn(timeZone, instant)}.csv`,
    ...written,
  }
  await ports.write(async (tx) => {
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'charity-donors.donors-exported',
      object: `organization:${charity.id}`,
      at: instant,
      ip: context.ip,
      details: { rows: file.rows },
    })
    await notifyOwnersOfExport(ports, tx, {
      viewer,
      about: { kind: 'charity', id: charity.id, organizationId: charity.id, name: charity.name },
      what: 'people',
      rows: file.rows,
      at: instant,
    })
  })
  return file
}
