import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import { aSnapshotDonation, aSnapshotRequest, anIssuer } from '../testing.ts'
import { statementCsv } from '../make-statement.ts'
import { type Regime, taxYearDays, taxYearOf } from './serial.ts'
import { receiptSnapshot } from './snapshot.ts'
import type { SnapshotRequest } from './snapshot-request.ts'
import { statementOf } from './statement.ts'

const receipt = (over: Partial<SnapshotRequest> = {}) => receiptSnapshot(aSnapshotRequest(over))
const statement = (receipts: ReturnType<typeof receipt>[], over: Partial<Parameters<typeof statementOf>[0]> = {}) =>
  statementOf({
    regime: 'uk',
    year: 2026,
    isComplete: true,
    donor: 'Amina Yusuf',
    locale: 'en',
    preparedOn: localDate('2027-05-01'),
    receipts,
    ...over,
  })

describe('a tax year [receipts-12]', () => {
  test.each([
    ['uk', 'Europe/London', '2026-04-05T22:59:59Z', 2025],
    ['uk', 'Europe/London', '2026-04-05T23:00:00Z', 2026],
    ['uk', 'Europe/London', '2027-04-05T22:59:59Z', 2026],
    ['us', 'America/New_York', '2027-01-01T04:59:59Z', 2026],
    ['us', 'America/New_York', '2027-01-01T05:00:00Z', 2027],
    ['ca', 'America/Toronto', '2027-01-01T04:59:59Z', 2026],
    ['plain', 'Asia/Kuwait', '2026-12-31T21:00:00Z', 2027],
  ] as const)('of %s in %s has the gift of %s in %s', (regime, zone, instant, year) => {
    const day = localDateIn(zone, new Date(instant))
    expect(taxYearOf(regime, day)).toBe(year)
    const { from, to } = taxYearDays(regime, year)
    expect(day >= from && day <= to).toBe(true)
  })

  test('holds every day exactly once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Regime>('uk', 'us', 'ca', 'plain'),
        fc.date({ min: new Date('2001-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }),
        (regime, instant) => {
          const day = localDateIn('UTC', instant)
          const year = taxYearOf(regime, day)
          const within = (year: number) => taxYearDays(regime, year).from <= day && day <= taxYearDays(regime, year).to
          expect([within(year - 1), within(year), within(year + 1)]).toEqual([false, true, false])
        },
      ),
    )
  })
})

describe('a statement', () => {
  test('adds up to the minor unit in any order of receipts, with zakat, fees and tips separate', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    const donations = fc.array(
      fc.record({
        gift: amount,
        tip: amount,
        coveredFee: amount,
        isZakat: fc.boolean(),
        day: fc.constantFrom('2026-04-06', '2026-12-31', '2027-04-05'),
      }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    /** The amount that remains after a fee of 2.9 %. */
    const eligibleOf = (input: { gift: bigint }) => input.gift - (input.gift * 29n) / 1000n
    fc.assert(
      fc.property(donations, (given) => {
        const receipts = given.map(({ day, ...donation }, index) =>
          receipt({
            number: `7-2026-00000${index}`,
            givenOn: localDate(day),
            donations: [aSnapshotDonation({ ...donation, zakatEligible: eligibleOf(donation) })],
          }),
        )
        const made = statement(receipts)
        const sum = (pick: (donation: (typeof given)[number]) => bigint) =>
          toMajor(
            money(
              given.reduce((all, donation) => all + pick(donation), 0n),
              'GBP',
            ),
          )
        expect(made.totals).toMatchObject([
          {
            currency: 'GBP',
            count: given.length,
            gift: sum((donation) => donation.gift),
            zakat: sum((donation) => (donation.isZakat ? donation.gift : 0n)),
            zakatEligible: given.some(({ isZakat }) => isZakat)
              ? sum((donation) => (donation.isZakat ? eligibleOf(donation) : 0n))
              : null,
            tip: sum((donation) => donation.tip),
            coveredFee: sum((donation) => donation.coveredFee),
            total: sum((donation) => donation.gift + donation.tip + donation.coveredFee),
          },
        ])
        expect(statement(receipts.toReversed())).toEqual(made)
      }),
    )
  })

  test('has its donor, its year, and the declared donations', () => {
    const home = { firstName: 'Amina', lastName: 'Yusuf', line1: '1 High Street', city: 'Leeds', country: 'GB' }
    const declared = receipt({
      donor: { name: 'Amina', address: home },
      donations: [aSnapshotDonation({ giftAid: true }), aSnapshotDonation({ gift: 700n, isZakat: true })],
    })
    const made = statement([declared, receipt({ number: '7-2026-000002' })])
    expect(made).toMatchObject({
      version: 1,
      regime: 'uk',
      year: 2026,
      label: '2026-27',
      from: { date: '2026-04-06', gregorian: '6 April 2026' },
      to: { date: '2027-04-05' },
      isComplete: true,
      preparedOn: { date: '2027-05-01', hijri: expect.stringContaining('1448') },
      donor: 'Amina Yusuf',
      locale: 'en',
      issuers: [{ id: '7', name: 'Umeed Trust', nameAr: 'مؤسسة أميد' }],
      totals: [{ count: 3, gift: '107.00', declared: '50.00', zakat: '7.00', eligible: null }],
    })
  })

  test('adds up only what official receipts count', () => {
    const american = anIssuer({ id: 9n, name: 'Aman', receiptRegime: 'us' })
    const inDollars = (over: Partial<SnapshotRequest>) => receipt({ currency: 'USD', ...over })
    const made = statement([
      inDollars({ number: '9-2026-000001', issuer: american, donations: [aSnapshotDonation({ benefit: 1_000n })] }),
      inDollars({ number: '9-2026-000002', issuer: american }),
      inDollars({ number: '7-2026-000001' }),
    ])
    expect(made.totals.map(({ gift, eligible }) => [gift, eligible])).toEqual([['150.00', '90.00']])
    expect(made.issuers.map(({ name, totals }) => [name, totals[0]!.eligible])).toEqual([
      ['Aman', '90.00'],
      ['Umeed Trust', null],
    ])
  })

  test('lists donations by day, then number, and a charity by the name on its newest receipt', () => {
    const made = statement([
      receipt({ number: '7-2026-000001', givenOn: localDate('2027-01-02'), issuer: anIssuer({ name: 'Umeed' }) }),
      receipt({ number: '7-2026-000003', givenOn: localDate('2026-12-31') }),
      receipt({ number: '7-2026-000002', givenOn: localDate('2026-12-31') }),
    ])
    expect(made.issuers.map(({ name, entries }) => [name, entries.map(({ number }) => number)])).toEqual([
      ['Umeed', ['7-2026-000002', '7-2026-000003', '7-2026-000001']],
    ])
    const alike = ['9', '8'].map((id) => receipt({ number: `${id}-2026-000001`, issuer: anIssuer({ id: BigInt(id) }) }))
    expect(statement(alike).issuers.map(({ id }) => id)).toEqual(['8', '9'])
    const currencies = [
      receipt({ currency: 'USD', number: '7-2026-000001' }),
      receipt({ currency: 'EUR', number: '7-2026-000002' }),
    ]
    expect(statement(currencies).totals.map(({ currency }) => currency)).toEqual(['EUR', 'USD'])
  })

  test('separates charities, and currencies within each charity', () => {
    const made = statement([
      receipt({ number: '7-2026-000002', currency: 'USD' }),
      receipt({ number: '7-2026-000001' }),
      receipt({ number: '9-2026-000001', issuer: anIssuer({ id: 9n, name: 'Aman' }) }),
    ])
    expect(
      made.issuers.map(({ name, entries, totals }) => [
        name,
        entries.map((entry) => entry.number),
        totals.map((total) => total.currency),
      ]),
    ).toEqual([
      ['Aman', ['9-2026-000001'], ['GBP']],
      ['Umeed Trust', ['7-2026-000001', '7-2026-000002'], ['GBP', 'USD']],
    ])
    expect(made.totals.map(({ currency, gift }) => [currency, gift])).toEqual([
      ['GBP', '100.00'],
      ['USD', '50.00'],
    ])
  })
})

describe('its CSV', () => {
  test('keeps a text in its cell, with any separator [security-12]', () => {
    const names = ['Water;=1+1', 'Wells\t=1+1']
    const text = statementCsv(
      statement([receipt({ donations: names.map((campaign) => aSnapshotDonation({ campaign })) })]),
    ).toString('utf8')
    for (const name of names) expect(text).toContain(`,"${name}",`)
  })

  test('has a BOM, Windows line ends, a row per donation, and a payment’s amounts once', () => {
    const text = statementCsv(
      statement([
        receipt({
          donations: [aSnapshotDonation(), aSnapshotDonation({ tip: 0n, isZakat: true, zakatEligible: 4880n })],
        }),
      ]),
    ).toString('utf8')
    expect(text.startsWith('\ufeffDate,Receipt,')).toBe(true)
    expect(text.slice(1).split('\r\n').slice(1)).toEqual([
      '2026-11-20,7-2026-000001,Receipt,Umeed Trust,Charity no. 0000001 (demo),Clean water for Tharparkar,GBP,50.00,,no,,no,0.00,3.20,103.20',
      '2026-11-20,7-2026-000001,Receipt,Umeed Trust,Charity no. 0000001 (demo),Clean water for Tharparkar,GBP,50.00,,yes,48.80,no,,,',
      '',
    ])
  })

  test('runs no formula from a name [security-12]', () => {
    const text = statementCsv(
      statement([
        receipt({
          issuer: anIssuer({ name: '=HYPERLINK("https://evil.example")' }),
          donations: [aSnapshotDonation({ campaign: "\t@SUM(1)','" })],
        }),
      ]),
    ).toString('utf8')
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).toContain(`"'\t@SUM(1)','"`)
  })
})
