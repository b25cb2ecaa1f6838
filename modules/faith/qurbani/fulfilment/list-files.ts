import { stringify } from 'csv-stringify/sync'
import { formatDay, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type Answer, answer, type RequestContext } from '#shared/endpoint.ts'
import { formatHijriIn, type HijriMonths } from '#shared/hijri.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { type DocumentContent, pdfRenderer } from '#modules/money/receipts/index.ts'
import { spreadsheetForm, textCell } from '#modules/money/receipts/rules/csv.ts'
import { record } from '#modules/platform/audit/index.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { FulfilmentPorts } from './ports.ts'
import { type NamedShare, pageOfAnimals, readShareList, type ShareList } from './share-list.ts'

/** Maximum number of animals in one PDF, which is created within a request. */
export const animalsPerPdf = 200

type Texts = ReturnType<typeof textsOf<'faith/qurbani-list'>>
type OfItem = {
  readonly campaignId: bigint
  readonly levelId: bigint
  readonly accountId: string
  readonly context: RequestContext
}

/** Returns the name for whom a share is performed, or a placeholder. */
function nameOf({ name, donationId }: NamedShare, t: Texts): string {
  if (name !== null) return name
  return t(donationId === null ? 'free' : 'anonymous')
}

/** Sends the list of an item as CSV. The charity adds dates and places and uploads the file again (qurbani-10). */
export async function listCsv(ports: FulfilmentPorts, itemIds: OfItem): Promise<Answer<Record<string, never>>> {
  const list = await readShareList(ports, itemIds)
  const t = textsOf('faith/qurbani-list', itemIds.context.locale)
  const rows = list.shares.map((share) => [
    String(share.number),
    share.animal === null ? '' : String(share.animal),
    share.position === null ? '' : String(share.position),
    textCell(nameOf(share, t)),
    t(`intention-${share.intention}`),
    share.outcome ? t(`outcome-${share.outcome}`) : '',
    share.performedOn ?? '',
    textCell(share.place ?? ''),
  ])
  const head = (['number', 'animal', 'share', 'name', 'intention', 'status', 'performed-on', 'place'] as const).map(
    (column) => t(column),
  )
  await recordDownload(ports, itemIds, { format: 'csv', rows: rows.length })
  return fileAnswer(list, 'csv', Buffer.from(stringify([head, ...rows], spreadsheetForm)))
}

/** Sends the list of the next 200 animals as PDF, to print for the place of slaughter. */
export async function listPdf(
  ports: FulfilmentPorts,
  itemIds: OfItem & { readonly after: number },
): Promise<Answer<Record<string, never>>> {
  const list = await readShareList(ports, itemIds)
  const { shares } = pageOfAnimals(list.shares, { after: itemIds.after, limit: animalsPerPdf })
  const [campaign] = await findCampaigns(ports.db, [itemIds.campaignId])
  const months = await ports.hijriMonthsOf(ports.db, list.item.calendar)
  const now = ports.clock()
  const content = listContent({
    list: { ...list, shares },
    campaign: campaign?.name ?? '',
    months,
    preparedOn: localDateIn(list.item.timeZone, now),
    locale: itemIds.context.locale,
    productName: ports.productName,
  })
  const { documentPdf } = await pdfRenderer()
  const bytes = await documentPdf(content, {
    size: itemIds.context.country === 'US' || itemIds.context.country === 'CA' ? 'LETTER' : 'A4',
    ownerPassword: ports.newToken(24),
    generatedAt: now,
  })
  await recordDownload(ports, itemIds, { format: 'pdf', rows: shares.length })
  return fileAnswer(list, 'pdf', bytes)
}

const recordDownload = (
  ports: FulfilmentPorts,
  { campaignId, levelId, accountId, context }: OfItem,
  details: { readonly format: string; readonly rows: number },
) =>
  ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'qurbani.list-downloaded',
      object: `campaign:${campaignId}`,
      at: ports.clock(),
      ip: context.ip,
      details: { item: String(levelId), ...details },
    }),
  )

const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const

function fileAnswer({ item }: ShareList, kind: keyof typeof types, bytes: Buffer): Answer<Record<string, never>> {
  const name = `qurbani-${item.hijriYear}-${item.country.toLowerCase()}-${item.animal}-${item.levelId}.${kind}`
  return answer(
    {},
    {
      file: { type: types[kind], bytes },
      headers: {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `attachment; filename="${name}"`,
      },
    },
  )
}

type Listed = {
  readonly list: ShareList
  readonly campaign: string
  readonly months: HijriMonths
  readonly preparedOn: LocalDate
  readonly locale: Locale
  readonly productName: string
}

/** Lays out the list, with a table for each animal. */
function listContent({ list, campaign, months, preparedOn, locale, productName }: Listed): DocumentContent {
  const t = textsOf('faith/qurbani-list', locale)
  const { item, window } = list
  const both = (day: LocalDate) => `${formatDay(day, locale)}\n${formatHijriIn(months, day, locale)}`
  const byAnimal = [...Map.groupBy(list.shares, ({ animal }) => animal)]
  return {
    locale,
    kicker: t('title'),
    title: item.title,
    issuer: { name: campaign, lines: [productName] },
    facts: [
      [t('animal'), t(`animal-${item.animal}`)],
      [t('country'), countryName(item.country, locale)],
      [t('partner'), item.partner],
      [t('from'), both(window.performedFrom)],
      [t('to'), both(window.performedUntil)],
      [t('prepared'), both(preparedOn)],
    ],
    sections: [
      ...(list.isFinal ? [] : [{ kind: 'notes' as const, lines: [t('provisional')] }]),
      ...byAnimal.flatMap(([animal, shares]) => [
        {
          kind: 'heading' as const,
          title:
            animal === null
              ? t('without-animal')
              : t('animal-number', { number: animal, intention: t(`intention-${shares[0]?.intention ?? 'qurbani'}`) }),
        },
        {
          kind: 'table' as const,
          head: [t('number'), t('name'), t('performed-on'), t('place')],
          textColumns: 4,
          widths: [0.12, 0.4, 0.22, 0.26],
          rows: shares.map((share) => [
            String(share.number),
            share.outcome ? `${nameOf(share, t)}\n${t(`outcome-${share.outcome}`)}` : nameOf(share, t),
            share.performedOn ? formatDay(share.performedOn, locale) : '',
            share.place ?? '',
          ]),
        },
      ]),
      { kind: 'notes', lines: [t('about-numbers'), t('about-free')] },
    ],
    footer: productName,
    pages: (numbers) => t('page', numbers),
  }
}
