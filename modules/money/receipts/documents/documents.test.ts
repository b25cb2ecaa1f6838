import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { formatMoney, parseMajor } from '#shared/money.ts'
import { aSnapshotDonation, aSnapshotRequest, anIssuer } from '../testing.ts'
import { noGoodsOrServices } from '../rules/official.ts'
import { receiptSnapshot, type ReceiptSnapshot } from '../rules/snapshot.ts'
import type { SnapshotRequest } from '../rules/snapshot-request.ts'
import { zakatOf } from '../rules/snapshot-line.ts'
import { statementOf } from '../rules/statement.ts'
import { documentHtml } from './html.ts'
import { documentPdf } from './pdf.ts'
import { receiptContent } from './receipt.ts'
import { statementContent } from './statement.ts'

const home = {
  firstName: 'Amina',
  lastName: 'Yusuf Khan',
  line1: '1 King Street',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5V 2T6',
  country: 'CA',
}
const canadian = (over: Partial<SnapshotRequest> = {}): SnapshotRequest =>
  aSnapshotRequest({
    currency: 'CAD',
    issuer: anIssuer({
      name: 'Maple Crescent Relief',
      country: 'CA',
      receiptRegime: 'ca',
      registration: 'BN 000000105RR0001',
      postalAddress: '55 Model Street\nMississauga ON',
      signatory: 'Layla Haddad',
    }),
    donations: [aSnapshotDonation({ taxReceipt: true, gift: 12_000n, benefit: 2_500n })],
    donor: { name: 'Amina', address: home },
    ...over,
  })
const contentOf = (snapshot: ReceiptSnapshot, over: { locale?: string; cancelledOn?: string } = {}) =>
  receiptContent(snapshot, { locale: 'en', productName: 'Sunbul', ...over })
const htmlOf = (request: SnapshotRequest, over: { locale?: string; cancelledOn?: string } = {}) =>
  documentHtml(contentOf(receiptSnapshot(request), over))
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

describe('a receipt document', () => {
  test('has every amount of its snapshot in both languages', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const donation = fc.record({
      gift: amount,
      tip: amount,
      coveredFee: amount,
      isZakat: fc.boolean(),
      zakatEligible: amount,
      giftAid: fc.boolean(),
      taxReceipt: fc.boolean(),
      benefit: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    })
    const regime = fc.constantFrom('uk', 'us', 'ca', 'plain')
    fc.assert(
      fc.property(
        fc.array(donation, { minLength: 1, maxLength: 3 }),
        regime,
        fc.constantFrom('en', 'ar'),
        fc.constantFrom('GBP', 'JPY', 'KWD'),
        (donations, receiptRegime, locale, currency) => {
          const snapshot = receiptSnapshot(
            aSnapshotRequest({
              locale: locale as 'en',
              currency: currency as 'GBP',
              issuer: anIssuer({ receiptRegime: receiptRegime as 'uk' }),
              donor: { name: 'Amina', address: home },
              donations: donations.map((donation) => aSnapshotDonation(donation)),
            }),
          )
          const text = textOf(documentHtml(contentOf(snapshot, { locale })))
          const amounts = [
            snapshot.gift,
            snapshot.tip,
            snapshot.coveredFee,
            snapshot.total,
            snapshot.eligible,
            zakatOf(snapshot.lines, snapshot.currency),
            snapshot.giftAid?.base,
            snapshot.giftAid?.amount,
          ].concat(snapshot.lines.flatMap((line) => [line.gift, line.eligible, line.advantage]))
          for (const major of amounts)
            if (major != null)
              expect(text).toContain(
                formatMoney(parseMajor(major, snapshot.currency)!, locale as 'en', { fractions: 'always' }),
              )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('has number, issuer, donor and both calendars, and the tip separately with its legal note', () => {
    const text = textOf(htmlOf(aSnapshotRequest()))
    for (const sentence of [
      '7-2026-000001',
      'Umeed Trust',
      'Charity no. 0000001 (demo)',
      '4 Sample Lane',
      'Amina Yusuf',
      '20 November 2026',
      '10 Jumada al-Akhirah 1448 AH',
      'Visa ···· 4242',
    ])
      expect(text).toContain(sentence)
    expect(text).toContain('Support for the platform is not part of the donation and is not deductible.')
  })

  test('of Canada has everything that ITR 3501 requires', () => {
    const text = textOf(htmlOf(canadian()))
    for (const sentence of [
      'Official receipt for income tax purposes.',
      'Maple Crescent Relief',
      'BN 000000105RR0001',
      'Place of issue',
      '55 Model Street, Mississauga ON',
      'Date of issue',
      'Amina Yusuf Khan',
      '1 King Street',
      'CA$120.00',
      'CA$25.00',
      'CA$95.00',
      'Layla Haddad',
      'Authorized signature',
      'Canada Revenue Agency: canada.ca/charities-giving',
    ])
      expect(text).toContain(sentence)
  })

  test('of the US has the sentence on goods and services, and of the UK the declaration', () => {
    const american = aSnapshotRequest({
      currency: 'USD',
      issuer: anIssuer({ receiptRegime: 'us' }),
      donations: [aSnapshotDonation({ gift: 25_000n })],
    })
    expect(textOf(htmlOf(american))).toContain(noGoodsOrServices)
    const british = aSnapshotRequest({
      donations: [aSnapshotDonation({ giftAid: true })],
      donor: { name: 'Amina', address: home },
    })
    const text = textOf(htmlOf(british))
    expect(text).toContain('I am a UK taxpayer and understand')
    expect(text).toContain('£12.50')
  })

  test('that replaces another names it, and a void one is marked', () => {
    const replacing = canadian({
      number: '7-2026-000002',
      replaces: { number: '7-2026-000001', issuedOn: localDate('2026-11-19') },
    })
    const text = textOf(htmlOf(replacing))
    expect(text).toContain('This receipt cancels and replaces receipt 7-2026-000001.')
    // After a refund its total is less than what was charged.
    expect(text).not.toContain('Total charged')
    expect(textOf(htmlOf(canadian(), { cancelledOn: '21 November 2026' }))).toContain(
      'This receipt was cancelled on 21 November 2026 and is not valid.',
    )
  })

  test('runs and loads nothing, whatever the donor’s name is', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const evil = `<script>alert(1)</script>"'&${written}`
        const html = htmlOf(
          aSnapshotRequest({
            donor: { name: evil, address: null },
            donations: [aSnapshotDonation({ campaign: evil })],
            issuer: anIssuer({ name: evil }),
          }),
        )
        expect(html).not.toMatch(/<script|<img|<iframe|<link|<[^>]*\s(on\w+|href|src)=/i)
        expect(
          [...html.matchAll(/<([a-z0-9]+)/gi)].every(([, tag]) =>
            /^(html|head|meta|title|style|body|main|header|footer|section|div|dl|dt|dd|p|h1|h2|bdi|br|strong|span|table|thead|tbody|tr|th|td)$/.test(
              tag!,
            ),
          ),
        ).toBe(true)
      }),
    )
  })

  test('in Arabic is right to left, with the law’s sentences left to right', () => {
    const html = htmlOf(canadian({ locale: 'ar' }), { locale: 'ar' })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<section class="law" lang="en" dir="ltr">')
    expect(textOf(html)).toContain('إيصال رسمي')
  })
})

describe('a PDF', () => {
  const options = { size: 'A4', ownerPassword: 'thrown away', generatedAt: new Date('2026-11-21T00:00:00Z') } as const

  test('of a receipt and of a statement is made in both languages and encrypted against changes', async () => {
    for (const locale of ['en', 'ar'] as const) {
      const snapshot = receiptSnapshot(canadian({ locale }))
      const statement = statementOf({
        regime: 'ca',
        year: 2026,
        isComplete: false,
        donor: 'Amina',
        locale,
        preparedOn: localDate('2026-11-21'),
        receipts: [snapshot],
      })
      for (const content of [contentOf(snapshot, { locale }), statementContent(statement, { productName: 'Sunbul' })]) {
        const pdf = await documentPdf(content, options)
        expect(pdf.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
        expect(pdf.toString('latin1')).toContain('/Encrypt')
        const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
        expect(text).not.toMatch(/\{\w+\}|[?\ufffd]/)
        expect(text.replace(/\s+/g, ' ')).toContain(locale === 'en' ? 'Page 1 of 1' : 'صفحة 1 من 1')
      }
    }
  })
})
