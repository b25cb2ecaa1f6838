import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { aSnapshotDonation, aSnapshotRequest, anIssuer } from '../testing.ts'
import { noGoodsOrServices } from './official.ts'
import { receiptSnapshot } from './snapshot.ts'
import type { SnapshotAddress, SnapshotDonation, SnapshotRequest } from './snapshot-request.ts'

const home = {
  firstName: 'Amina',
  lastName: 'Yusuf Khan',
  line1: '1 King Street',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5V 2T6',
  country: 'CA',
  phone: '+14165550100',
}
const donor = { name: 'Amina', address: home }
const american = (donation: Partial<SnapshotDonation>, ...more: Partial<SnapshotDonation>[]): SnapshotRequest =>
  aSnapshotRequest({
    currency: 'USD',
    issuer: anIssuer({ receiptRegime: 'us', registration: 'EIN 00-0000103 (demo)' }),
    donations: [donation, ...more].map(aSnapshotDonation),
  })
const canadian = (donation: Partial<SnapshotDonation>, over: Partial<SnapshotRequest> = {}): SnapshotRequest =>
  aSnapshotRequest({
    currency: 'CAD',
    issuer: anIssuer({
      receiptRegime: 'ca',
      registration: 'BN 000000105RR0001 (demo)',
      postalAddress: '55 Model Street\nMississauga ON',
      signatory: 'Layla Haddad',
    }),
    donations: [aSnapshotDonation({ taxReceipt: true, ...donation })],
    donor,
    ...over,
  })
const british = (donation: Partial<SnapshotDonation>, over: Partial<SnapshotRequest> = {}): SnapshotRequest =>
  aSnapshotRequest({ donations: [aSnapshotDonation(donation)], donor, ...over })

describe('a US receipt', () => {
  test.each([
    [24_999n, []],
    [25_000n, [noGoodsOrServices]],
  ])('receipts-5: of %s cents says %j', (gift, sentences) => {
    expect(receiptSnapshot(american({ gift }))).toMatchObject({ kind: 'official', sentences })
  })

  test('receipts-5: for two donations of 125 in one payment isn’t an acknowledgment of 250', () => {
    expect(receiptSnapshot(american({ gift: 12_500n }, { gift: 12_500n })).sentences).toEqual([])
  })

  test.each([
    [10_000n, 4_000n, '60.00', true],
    [7_500n, 1_000n, '65.00', false],
    [7_501n, 1_000n, '65.01', true],
    [30_000n, 5_000n, '250.00', true],
  ])(
    'receipts-5: of %s cents with something worth %s in return counts %s; disclosure: %s',
    (gift, benefit, eligible, hasDisclosure) => {
      const { lines, sentences } = receiptSnapshot(american({ gift, benefit }))
      expect(lines[0]).toMatchObject({ eligible, advantage: `${benefit / 100n}.00` })
      expect(
        sentences.some(
          (sentence) => sentence.includes('limited to the excess') && sentence.includes(`${benefit / 100n}.00 USD`),
        ),
      ).toBe(hasDisclosure)
      expect(sentences).not.toContain(noGoodsOrServices)
    },
  )

  test('names donation and benefit in each sentence if the law requires different ones for two', () => {
    const poster = { gift: 10_000n, benefit: 4_000n, benefitName: 'A signed poster', campaign: 'School books' }
    const { lines, sentences } = receiptSnapshot(american({ gift: 30_000n }, poster))
    expect(sentences).toEqual([
      `Gift of 300.00 USD to Clean water for Tharparkar: ${noGoodsOrServices}`,
      expect.stringMatching(
        /^Gift of 100\.00 USD to School books: .*provided in return \(A signed poster\), which is estimated in good faith at 40\.00 USD\.$/,
      ),
    ])
    expect(lines.map(({ advantage, advantageOf }) => [advantage, advantageOf])).toEqual([
      [undefined, undefined],
      ['40.00', 'A signed poster'],
    ])
    expect(receiptSnapshot(american({ gift: 30_000n }, { gift: 40_000n })).sentences).toEqual([noGoodsOrServices])
  })

  test('subtracts any benefit, however small, and counts nothing if it was worth more', () => {
    const counted = (benefit: bigint) =>
      receiptSnapshot(american({ gift: 10_000n, benefit, benefitName: 'A poster' })).lines[0]
    expect(counted(500n)).toMatchObject({ eligible: '95.00', advantage: '5.00', advantageOf: 'A poster' })
    expect(counted(1n)).toMatchObject({ eligible: '99.99', advantage: '0.01' })
    expect(counted(12_000n)).toMatchObject({ eligible: '0.00', advantage: '120.00' })
    expect(receiptSnapshot(american({ gift: 10_000n, benefit: 500n, benefitName: null })).lines[0]).not.toHaveProperty(
      'advantageOf',
    )
    expect(receiptSnapshot(british({ benefit: 500n, benefitName: 'A poster' })).lines[0]).not.toHaveProperty(
      'advantageOf',
    )
    const nothing = counted(0n)
    expect([nothing!.eligible, nothing!.advantage, nothing!.advantageOf]).toEqual(['100.00', undefined, undefined])
  })

  test('of 250 or more with a small benefit states its value', () => {
    const { sentences } = receiptSnapshot(american({ gift: 25_000n, benefit: 100n }))
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toMatch(
      /^The amount of the contribution .* provided in return, which is estimated in good faith at 1\.00 USD\.$/,
    )
  })

  test('prints the donation’s name if an address has none, and no place of issue', () => {
    for (const lacking of ['firstName', 'lastName'])
      expect(
        receiptSnapshot({ ...american({}), donor: { name: 'Amina', address: { ...home, [lacking]: '' } } }),
      ).toMatchObject({
        placeOfIssue: null,
        donor: { name: 'Amina' },
      })
  })

  test('needs no address and prints only what it has', () => {
    expect(receiptSnapshot(american({})).donor).toEqual({ name: 'Amina Yusuf', address: null })
  })
})

describe('a Canadian receipt', () => {
  test.each([
    ['receipts-6', 10_000n, 1_000n, 'official', '100.00', '0.00'],
    ['receipts-6', 10_000n, 1_001n, 'official', '89.99', '10.01'],
    ['receipts-6', 10_000n, 8_000n, 'official', '20.00', '80.00'],
    ['receipts-6', 10_000n, 8_001n, 'plain', undefined, undefined],
    ['receipts-6', 100_000n, 7_500n, 'official', '1000.00', '0.00'],
    ['receipts-6', 100_000n, 7_501n, 'official', '924.99', '75.01'],
  ])('%s: of %s cents with an advantage of %s is %s, eligible %s', (_, gift, benefit, kind, eligible, advantage) => {
    const snapshot = receiptSnapshot(canadian({ gift, benefit }))
    expect([snapshot.kind, snapshot.lines[0]!.eligible, snapshot.lines[0]!.advantage]).toEqual([
      kind,
      eligible,
      advantage,
    ])
  })

  test('has everything that ITR 3501 requires', () => {
    expect(
      receiptSnapshot(canadian({}, { number: '5-2026-000042', serial: 42n, issuedOn: localDate('2026-11-21') })),
    ).toMatchObject({
      kind: 'official',
      number: '5-2026-000042',
      serial: '42',
      placeOfIssue: '55 Model Street, Mississauga ON',
      issuer: { registration: 'BN 000000105RR0001 (demo)', signatory: 'Layla Haddad' },
      donor: { name: 'Amina Yusuf Khan', address: { line1: '1 King Street', postalCode: 'M5V 2T6' } },
      gift: '50.00',
      eligible: '50.00',
      givenOn: { date: '2026-11-20' },
      issuedOn: { date: '2026-11-21' },
      sentences: ['Official receipt for income tax purposes.', 'Canada Revenue Agency: canada.ca/charities-giving'],
    })
  })

  test('is plain if none was requested or the donor’s residence is unknown', () => {
    for (const request of [canadian({ taxReceipt: false }), canadian({}, { donor: { name: 'Amina', address: null } })])
      expect(receiptSnapshot(request)).toMatchObject({
        kind: 'plain',
        eligible: null,
        placeOfIssue: null,
        sentences: ['This is not an official receipt for income tax purposes.'],
        donor: { name: 'Amina', address: null },
      })
  })

  test('says on its line that a requested receipt lacks an address [receipts-16]', () => {
    const lines = (donation: Partial<SnapshotDonation>, address: SnapshotAddress | null) =>
      receiptSnapshot(canadian(donation, { donor: { name: 'Amina', address } })).lines.map((line) => line.lacksAddress)
    expect([lines({}, null), lines({ taxReceipt: false }, null), lines({}, home)]).toEqual([
      [true],
      [undefined],
      [undefined],
    ])
  })

  test('counts only the donations for which a receipt was requested', () => {
    const snapshot = receiptSnapshot(
      canadian({}, { donations: [aSnapshotDonation({ taxReceipt: true }), aSnapshotDonation({ gift: 700n })] }),
    )
    expect([snapshot.kind, snapshot.gift, snapshot.eligible, snapshot.lines.map((line) => line.eligible)]).toEqual([
      'official',
      '57.00',
      '50.00',
      ['50.00', '0.00'],
    ])
  })

  test('prints the whole address with the tax office’s fields, and nothing of an empty one', () => {
    const { phone: _, ...printed } = home
    expect(receiptSnapshot(canadian({})).donor.address).toEqual(printed)
    expect(
      receiptSnapshot(canadian({}, { donor: { ...donor, address: { ...home, line2: 'Flat 3' } } })).donor.address,
    ).toEqual({ ...printed, line2: 'Flat 3' })
    const { state: _state, postalCode: _code, ...short } = printed
    expect(
      receiptSnapshot(canadian({}, { donor: { ...donor, address: { ...short, line2: '' } } })).donor.address,
    ).toEqual(short)
  })

  test('names the receipt it replaces, and a plain one does so without the law’s sentence', () => {
    const replaces = { number: '5-2026-000041', issuedOn: localDate('2026-11-19') }
    const official = receiptSnapshot(canadian({}, { replaces }))
    expect(official.sentences.at(-1)).toBe('This receipt cancels and replaces receipt 5-2026-000041.')
    expect(official.replaces).toMatchObject({ number: '5-2026-000041', issuedOn: { date: '2026-11-19' } })
    const plain = receiptSnapshot(canadian({ taxReceipt: false }, { replaces }))
    expect([plain.sentences, plain.replaces?.number]).toEqual([
      ['This is not an official receipt for income tax purposes.'],
      '5-2026-000041',
    ])
    expect(receiptSnapshot(canadian({})).replaces).toBeUndefined()
  })

  test('names the advantage of each line that has one', () => {
    const poster = { taxReceipt: true, gift: 10_000n, benefit: 2_000n, benefitName: 'A signed poster' }
    const { lines } = receiptSnapshot(
      canadian({}, { donations: [aSnapshotDonation(poster), aSnapshotDonation({ ...poster, benefit: 0n })] }),
    )
    expect(lines.map(({ advantage, advantageOf, eligible }) => [advantage, advantageOf, eligible])).toEqual([
      ['20.00', 'A signed poster', '80.00'],
      ['0.00', undefined, '100.00'],
    ])
  })

  test('counts nothing of a donation with too large an advantage, beside one that counts', () => {
    const donations = [
      aSnapshotDonation({ taxReceipt: true }),
      aSnapshotDonation({ taxReceipt: true, gift: 10_000n, benefit: 9_000n }),
    ]
    const snapshot = receiptSnapshot(canadian({}, { donations }))
    expect([snapshot.eligible, snapshot.lines.map((line) => line.eligible)]).toEqual(['50.00', ['50.00', '0.00']])
  })

  test('has no telephone number', () => {
    expect(JSON.stringify(receiptSnapshot(canadian({})))).not.toContain('5550100')
  })
})

describe('a UK receipt', () => {
  test('is plain, and has the Gift Aid declaration and the amount it adds', () => {
    const snapshot = receiptSnapshot(british({ giftAid: true, gift: 1_001n }))
    expect(snapshot).toMatchObject({
      kind: 'plain',
      eligible: null,
      giftAid: { base: '10.01', amount: '2.50', textVersion: giftAidText.version },
      donor: { address: null },
    })
    expect(snapshot.sentences).toEqual([`Gift Aid declaration to Umeed Trust: “${giftAidText.text}”`])
  })

  test('has the day of a declaration that was made before the donation, as with a plan', () => {
    const valueOf = (declaredOn: string) =>
      receiptSnapshot(british({ giftAid: true, declaredOn: localDate(declaredOn) })).sentences
    expect(valueOf('2026-09-30')).toEqual([
      `Gift Aid declaration of 30 September 2026 to Umeed Trust: “${giftAidText.text}”`,
    ])
    expect(valueOf('2026-11-20')).toEqual([`Gift Aid declaration to Umeed Trust: “${giftAidText.text}”`])
  })

  test('prints the declaration’s text, and its day if it was made after the donation [receipts-15]', () => {
    const [sentence] = receiptSnapshot(
      british({
        giftAid: true,
        declaredOn: localDate('2027-05-02'),
        giftAidTextVersion: 'hmrc-2024-03-earlier-year',
      }),
    ).sentences
    expect(sentence).toContain('Gift Aid declaration of 2 May 2027 to Umeed Trust: “I am a UK taxpayer')
    expect(sentence).toContain('in the tax year in which I gave')
  })

  test('has no Gift Aid while only the address is missing', () => {
    expect(
      receiptSnapshot(british({ isGiftAidRequested: true }, { donor: { name: 'Amina', address: null } })),
    ).toMatchObject({
      giftAid: null,
      sentences: [],
      lines: [{ giftAid: false, lacksAddress: true }],
    })
  })

  test('claims a quarter of each donation, never of their sum', () => {
    expect(
      receiptSnapshot(
        british(
          {},
          {
            donations: [
              aSnapshotDonation({ gift: 1_003n, giftAid: true }),
              aSnapshotDonation({ gift: 1_003n, giftAid: true }),
              aSnapshotDonation(),
            ],
          },
        ),
      ).giftAid,
    ).toMatchObject({ base: '20.06', amount: '5.00' })
  })

  test('has no amount in pounds for a donation in another currency', () => {
    expect(receiptSnapshot(british({ giftAid: true }, { currency: 'EUR' })).giftAid).toMatchObject({
      base: '50.00',
      amount: null,
    })
  })

  test('has no Gift Aid without a declaration, and no declaration without an address', () => {
    for (const request of [british({}), british({ giftAid: true }, { donor: { name: 'Amina', address: null } })])
      expect(receiptSnapshot(request)).toMatchObject({ giftAid: null, sentences: [] })
  })
})

test('a receipt of other countries is plain, whatever was requested (receipts-8)', () => {
  const snapshot = receiptSnapshot(
    british({ giftAid: true, taxReceipt: true }, { issuer: anIssuer({ receiptRegime: 'plain' }) }),
  )
  expect(snapshot).toMatchObject({ kind: 'plain', eligible: null, giftAid: null, sentences: [] })
})

test('the tip and the covered fee are separate and never count for tax (receipts-9)', () => {
  for (const request of [
    american({ gift: 2_000n, tip: 320n, coveredFee: 64n }),
    canadian({ gift: 2_000n, tip: 320n, coveredFee: 64n }),
  ])
    expect(receiptSnapshot(request)).toMatchObject({
      gift: '20.00',
      eligible: '20.00',
      tip: '3.20',
      coveredFee: '0.64',
      total: '23.84',
    })
  expect(receiptSnapshot(british({ gift: 2_000n, tip: 320n, giftAid: true })).giftAid).toMatchObject({
    base: '20.00',
    amount: '5.00',
  })
})

test('the eligible amount is at most the donation under any law, and the total is the sum of its parts', () => {
  const cents = fc.bigInt(0n, 10n ** 8n)
  const donation = fc
    .record({
      gift: fc.bigInt(1n, 10n ** 8n),
      tip: cents,
      coveredFee: cents,
      benefit: cents,
      giftAid: fc.boolean(),
      taxReceipt: fc.boolean(),
    })
    .map(aSnapshotDonation)
  fc.assert(
    fc.property(
      fc.constantFrom('uk', 'us', 'ca', 'plain' as const),
      fc.array(donation, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (receiptRegime, donations, hasAddress) => {
        const snapshot = receiptSnapshot(
          aSnapshotRequest({
            issuer: anIssuer({ receiptRegime }),
            donations,
            donor: { name: 'Amina', address: hasAddress ? home : null },
          }),
        )
        const minor = (major: string) => BigInt(major.replace('.', ''))
        expect(minor(snapshot.total)).toBe(minor(snapshot.gift) + minor(snapshot.tip) + minor(snapshot.coveredFee))
        expect(snapshot.eligible === null).toBe(snapshot.kind === 'plain')
        for (const line of snapshot.lines)
          if (line.eligible) expect(minor(line.eligible) <= minor(line.gift)).toBe(true)
        expect(minor(snapshot.eligible ?? '0.00')).toBe(
          snapshot.lines.reduce((sum, line) => sum + minor(line.eligible ?? '0.00'), 0n),
        )
        if (!hasAddress) expect(snapshot.donor.address).toBe(null)
      },
    ),
  )
})

test('the day is printed in both calendars and in the donor’s language', () => {
  expect(receiptSnapshot(british({})).givenOn).toEqual({
    date: '2026-11-20',
    gregorian: '20 November 2026',
    hijri: '10 Jumada al-Akhirah 1448 AH',
  })
  expect(receiptSnapshot(british({}, { locale: 'ar' })).givenOn.hijri).toBe('10 جمادى الآخرة 1448 هـ')
})

test('amounts keep every decimal of their currency', () => {
  expect(['JPY', 'KWD'].map((currency) => receiptSnapshot(british({}, { currency: currency as 'JPY' })).gift)).toEqual([
    '5000',
    '5.000',
  ])
})

test('a snapshot has everything that a receipt prints, whatever happens to the charity or donation later', () => {
  expect(receiptSnapshot(british({ isZakat: true, giftAid: true }))).toMatchObject({
    version: 1,
    issuer: {
      id: '7',
      name: 'Umeed Trust',
      nameAr: 'مؤسسة أميد',
      country: 'GB',
      postalAddress: '4 Sample Lane\nLeicester\nLE1 0XX\nUnited Kingdom',
      receiptRegime: 'uk',
      signatory: null,
    },
    lines: [
      {
        donationId: '01935b1e-0000-7000-8000-000000000001',
        campaignId: '12',
        gift: '50.00',
        isZakat: true,
        giftAid: true,
      },
    ],
    payment: { method: 'card', brand: 'visa', last4: '4242' },
    issuedAt: '2026-11-20T12:00:02.000Z',
  })
})

test('is the same after being stored as JSON', () => {
  const snapshot = receiptSnapshot(canadian({ isZakat: true }))
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
})
