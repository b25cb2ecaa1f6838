import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/text.ts'
import { mailLayout } from '#modules/platform/notifications/index.ts'
import { receiptMailContent } from './receipt-mail.ts'
import { receiptSnapshot } from './rules/snapshot.ts'
import type { SnapshotRequest } from './rules/snapshot-request.ts'
import { anIssuer, aSnapshotDonation, aSnapshotRequest } from './testing.ts'

const address = {
  firstName: 'Amina',
  lastName: 'Yusuf',
  line1: '1 King Street',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5V 2T6',
  country: 'CA',
}
const options = {
  productName: 'Sunbul',
  campaignUrl: 'https://give.example.org/v4/campaign/wells',
  receiptUrl: 'https://give.example.org/v4/receipts/1/document',
  trailUrl: 'https://give.example.org/receipts/1/trail',
}
function mailOf(over: Partial<SnapshotRequest> = {}, locale: Locale = 'en') {
  const { subject, content } = receiptMailContent(receiptSnapshot(aSnapshotRequest({ locale, ...over })), {
    locale,
    ...options,
  })
  const { html, text } = mailLayout(content)
  return { subject, html, plain: text }
}

describe('the email of a receipt', () => {
  test('has amount, charity, time, payment method and number in both parts', () => {
    const mail = mailOf({ donations: [aSnapshotDonation({ coveredFee: 64n })] })
    expect(mail.subject).toBe('Your receipt 7-2026-000001: £50.00 to Clean water for Tharparkar')
    const texts = [
      'Thank you, Amina',
      'Salam',
      '£50.00',
      'Clean water for Tharparkar',
      'Umeed Trust',
      '20 November 2026',
      '10 Jumada al-Akhirah 1448 AH',
      '7-2026-000001',
      'Visa ···· 4242',
      'Charity no. 0000001 (demo)',
      'https://give.example.org/v4/campaign/wells',
      'View receipt',
      'https://give.example.org/v4/receipts/1/document',
      'Follow your donation',
      'https://give.example.org/receipts/1/trail',
    ]
    for (const words of texts)
      expect([words, mail.html.replaceAll('\u00a0', ' ').includes(words), mail.plain.includes(words)]).toEqual([
        words,
        true,
        true,
      ])
    const rows = [
      'Donation: £50.00',
      'Processing fee you covered: £0.64',
      'Support for the platform: £3.20',
      'Total charged: £53.84',
    ]
    for (const row of rows) expect(mail.plain).toContain(row)
    expect(mail.plain).toContain('Support for the platform is not part of the donation and is not deductible.')
  })

  test('writes the name of a charity once if its general fund received the donation', () => {
    const own = [aSnapshotDonation({ campaign: 'Umeed Trust' })]
    const inEnglish = mailOf({ donations: own }).plain
    expect(inEnglish).toContain('To: Umeed Trust')
    expect(inEnglish).not.toContain('Charity: Umeed Trust')
    expect(mailOf({}).plain).toContain('Charity: Umeed Trust')
  })

  test('omits missing data', () => {
    const { plain } = mailOf({ donations: [aSnapshotDonation({ tip: 0n })] })
    expect(plain).not.toMatch(/Support for the platform|Processing fee|zakat|Gift Aid|Official|Eligible|Signature/i)
  })

  test('has what Gift Aid adds in pounds, and the declaration', () => {
    const { plain } = mailOf({
      donations: [aSnapshotDonation({ giftAid: true })],
      donor: { name: 'Amina Yusuf', address },
    })
    expect(plain).toContain('You added Gift Aid: £12.50 more for Umeed Trust')
    expect(plain).toContain('I am a UK taxpayer and understand')
    expect(plain).not.toContain('Official')
  })

  test('says that zakat was recorded as zakat, and in a basket which donation it was', () => {
    expect(mailOf({ donations: [aSnapshotDonation({ isZakat: true })] }).plain).toContain(
      'This donation is recorded as zakat.',
    )
    const { plain } = mailOf({
      donations: [aSnapshotDonation({ isZakat: true }), aSnapshotDonation({ campaign: 'School books' })],
    })
    expect(plain).not.toContain('This donation is recorded as zakat.')
    expect(plain).toContain('Clean water for Tharparkar (zakat): £50.00')
    expect(plain).toContain('School books: £50.00')
  })

  test('has the amount that counts as zakat, added up over its donations', () => {
    const zakat = (zakatEligible: bigint) => aSnapshotDonation({ isZakat: true, zakatEligible })
    expect(mailOf({ donations: [zakat(4_880n)] }).plain).toContain('Counts as zakat: £48.80')
    expect(
      mailOf({ donations: [zakat(4_880n), aSnapshotDonation({ campaign: 'School books' }), zakat(5_000n)] }).plain,
    ).toContain('Counts as zakat: £98.80')
    expect(mailOf({ donations: [zakat(4_880n)] }, 'ar').plain).toContain('يُحتسب زكاة')
    // An older receipt doesn't have the amount, even if it is sent again.
    const { lines, ...request } = receiptSnapshot(aSnapshotRequest({ donations: [zakat(4_880n)] }))
    const before = { ...request, lines: lines.map(({ zakatEligible: _, ...line }) => line) }
    expect(
      mailLayout(
        receiptMailContent(before, { locale: 'en', productName: 'Sunbul', campaignUrl: 'https://give.example.org' })
          .content,
      ).text,
    ).not.toContain('Counts as')
  })

  test('of an official receipt has everything that the tax office requires', () => {
    const issuer = anIssuer({
      receiptRegime: 'ca',
      country: 'CA',
      registration: 'BN 000000105RR0001 (demo)',
      signatory: 'Layla Haddad',
    })
    const { plain } = mailOf({
      currency: 'CAD',
      issuer,
      donor: { name: 'Amina', address },
      donations: [aSnapshotDonation({ taxReceipt: true, benefit: 2_000n })],
    })
    const texts = [
      'Official receipt',
      'BN 000000105RR0001',
      'Donor: Amina Yusuf, 1 King Street, Toronto, ON, M5V 2T6, Canada',
      'Value of what you received: CA$20.00',
      'Eligible amount: CA$30.00',
      'Place of issue: 4 Sample Lane',
      'Date of issue: 20 November 2026',
      'Authorized signature: Layla Haddad',
      'Official receipt for income tax purposes.',
      'canada.ca/charities-giving',
    ]
    for (const words of texts) expect(plain).toContain(words)
  })

  test('is right to left in Arabic, names the charity in Arabic and keeps legal sentences intact', () => {
    const mail = mailOf(
      { donations: [aSnapshotDonation({ giftAid: true, isZakat: true })], donor: { name: 'أمينة يوسف', address } },
      'ar',
    )
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    // Without the isolates, Arabic letters would reverse the parts of the number.
    expect(mail.subject).toMatch(
      /^إيصالك رقم \u20667-2026-000001\u2069: .*50\.00.* إلى \u2068Clean water for Tharparkar\u2069$/,
    )
    expect(mail.html).toContain('إيصال رقم \u20667-2026-000001\u2069.')
    for (const words of [
      'شكرًا لك يا أمينة',
      'السلام عليكم',
      'مؤسسة أميد',
      '20 نوفمبر 2026',
      '10 جمادى الآخرة 1448 هـ',
      'سُجِّل هذا التبرع زكاةً',
      'التبرع (زكاة)',
      'دعم المنصة',
    ])
      expect(mail.plain).toContain(words)
    expect(mail.plain).toMatch(/\u2066Gift Aid declaration to Umeed Trust: .*\u2069/)
    expect(mail.plain).not.toMatch(/\{\w+\}/)
  })

  test('distinguishes a bank debit and a wallet', () => {
    expect(mailOf({ payment: { method: 'ach', brand: null, last4: '6789' } }).plain).toContain(
      'Paid with: Bank account ···· 6789',
    )
    expect(mailOf({ payment: { method: 'applepay', brand: 'visa', last4: '4242' } }).plain).toContain(
      'Paid with: Apple Pay, Visa ···· 4242',
    )
    expect(mailOf({ payment: { method: 'googlepay', brand: null, last4: null } }).plain).toContain(
      'Paid with: Google Pay',
    )
  })

  test('has no empty name in its greeting', () => {
    expect(mailOf({ donor: { name: '  ', address: null } }).plain).toMatch(/^Thank you for your donation\n/)
  })

  test('is safe against a campaign’s name in headers and a donor’s name in markup', () => {
    const mail = mailOf({
      donations: [aSnapshotDonation({ campaign: 'Wells\r\nBcc: all@example.org' })],
      donor: { name: '<b>Amina</b>', address: null },
    })
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<b>Amina')
  })

  test('loads nothing, so opening it can’t be tracked [privacy-7]', () => {
    const { html } = mailOf()
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import/i)
    expect([...new Set([...html.matchAll(/https?:[^"<]*/g)].map(([url]) => url))]).toEqual([
      'https://give.example.org/v4/receipts/1/document',
      'https://give.example.org/receipts/1/trail',
      'https://give.example.org/v4/campaign/wells',
    ])
  })
})

describe('the email of a charity’s receipt', () => {
  const own = (thanks: string) => ({
    brand: { name: 'Umeed Trust', colour: '#2C633D', logoUrl: null, replyTo: null },
    thanks,
  })
  const mailOfOwn = (thanks: string) =>
    receiptMailContent(
      receiptSnapshot(
        aSnapshotRequest({
          donations: [aSnapshotDonation({ giftAid: true })],
          donor: { name: 'Amina Yusuf', address },
        }),
      ),
      {
        locale: 'en',
        ...options,
        own: own(thanks),
      },
    ).content

  test('has the charity’s thank-you text and everything that the receipt and the law require (content-29)', () => {
    const { text, html } = mailLayout(mailOfOwn('The well is yours too.'))
    expect(text).toContain('The well is yours too.')
    expect(text).not.toContain('Salam')
    for (const words of [
      '7-2026-000001',
      'Charity no. 0000001 (demo)',
      'I am a UK taxpayer',
      'Support for the platform',
    ])
      expect([words, text.includes(words)]).toEqual([words, true])
    expect(html).toContain('background:#2C633D;color:#FFFFFF')
    expect(mailLayout(mailOfOwn('')).text).toContain('Salam')
  })
})
