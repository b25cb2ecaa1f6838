import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type Currency, money, parseMajor, sum, toMajor, zero } from '#shared/money.ts'
import { chargeStep } from './charge-step.ts'
import { feeFor } from './fees/fee-schedules.ts'
import { quoteDonation, type QuoteData, type QuoteRequest, quoteText } from './quote.ts'

const makeData = (currency: Currency, over: Partial<QuoteData> = {}): QuoteData => ({
  campaignId: '7',
  currency,
  fee: feeFor('card', currency),
  zakatVariant: 'maximize',
  isZakatVerified: true,
  zakatEligibleBps: 10_000,
  zakatFees: 'zakat',
  ...over,
})
const request = (amount: string, currency: Currency, over: Partial<QuoteRequest> = {}): QuoteRequest => ({
  amount: parseMajor(amount, currency)!,
  tip: zero(currency),
  quantity: 1,
  isZakat: false,
  maximizeZakat: false,
  giftAid: false,
  taxReceipt: false,
  paymentMethod: 'card',
  ...over,
})
const maximized = { isZakat: true, maximizeZakat: true }

test('amounts-4: in the default variant no donor pays a fee, and 20.00 is sent [S2 §9]', () => {
  const quote = quoteDonation(makeData('USD', { zakatVariant: 'default' }), request('20', 'USD', maximized))
  expect([toMajor(quote.coveredFee), toMajor(quote.total)]).toEqual(['0.00', '20.00'])
})

test('amounts-4: maximized zakat includes the fee, and the whole donation is zakat [S2 §9]', () => {
  const quote = quoteDonation(makeData('USD'), request('20', 'USD', maximized))
  expect([quote.gift, quote.coveredFee, quote.total, quote.zakatEligible, quote.feeShare].map(toMajor)).toEqual([
    '20.00',
    '0.91',
    '20.91',
    '20.00',
    '0.91',
  ])
})

test('amounts-4: outside zakat no donor pays a fee', () => {
  const quote = quoteDonation(makeData('USD'), request('20', 'USD', { maximizeZakat: true }))
  expect([toMajor(quote.total), toMajor(quote.zakatEligible), quote.maximizeZakat]).toEqual(['20.00', '0.00', false])
})

test('a campaign that is not Zakat-verified accepts no zakat', () => {
  const quote = quoteDonation(makeData('USD', { isZakatVerified: false }), request('20', 'USD', maximized))
  expect([toMajor(quote.total), quote.isZakat]).toEqual(['20.00', false])
})

test('amounts-6: a covered fee is rounded up to the charge step', () => {
  const quote = quoteDonation(makeData('KWD'), request('6.125', 'KWD', maximized))
  expect([toMajor(quote.total), toMajor(quote.gift), toMajor(quote.coveredFee), toMajor(quote.feeShare)]).toEqual([
    '6.420',
    '6.125',
    '0.295',
    '0.286',
  ])
})

test('the ledger’s example: of 50 and 8, the campaign bears 1.75 or the donor covers 1.80 (ledger-2)', () => {
  const tip = money(800n, 'USD')
  const borne = quoteDonation(makeData('USD'), request('50', 'USD', { tip, isZakat: true }))
  expect([borne.total, borne.feeShare, borne.zakatEligible].map(toMajor)).toEqual(['58.00', '1.75', '48.25'])
  const covered = quoteDonation(makeData('USD'), request('50', 'USD', { tip, ...maximized }))
  expect([covered.total, covered.coveredFee, covered.zakatEligible].map(toMajor)).toEqual(['59.80', '1.80', '50.00'])
  expect(covered.lines.map((line) => line.kind)).toEqual(['gift', 'covered-fee', 'tip'])
})

test('a level’s amount replaces the typed one and is multiplied by the quantity [S1 §5]', () => {
  const level = { id: '3', amount: money(2500n, 'GBP') }
  expect(toMajor(quoteDonation(makeData('GBP'), request('20', 'GBP', { level, quantity: 3 })).gift)).toBe('75.00')
  expect(
    toMajor(
      quoteDonation(makeData('GBP'), request('20', 'GBP', { level: { ...level, amount: zero('GBP') }, quantity: 2 }))
        .gift,
    ),
  ).toBe('40.00')
})

test('a tip above the donation is flagged', () => {
  expect(quoteDonation(makeData('USD'), request('5', 'USD', { tip: money(501n, 'USD') })).isTipAboveDonation).toBe(true)
  expect(quoteDonation(makeData('USD'), request('5', 'USD', { tip: money(500n, 'USD') })).isTipAboveDonation).toBe(
    false,
  )
})

/** Amounts in charge steps, because others are refused before the quote. */
const anything = fc.record({
  currency: fc.constantFrom(...currencies),
  steps: fc.bigInt(1n, 10n ** 8n),
  tipSteps: fc.bigInt(0n, 10n ** 7n),
  quantity: fc.integer({ min: 1, max: 99 }),
  isZakat: fc.boolean(),
  maximizeZakat: fc.boolean(),
  isZakatVerified: fc.boolean(),
  zakatVariant: fc.constantFrom('default' as const, 'maximize' as const),
})

test('the parts of any quote add up to a total on the charge step, without hidden fees or excess zakat', () => {
  fc.assert(
    fc.property(anything, ({ currency, steps, tipSteps, isZakatVerified, zakatVariant, ...choices }) => {
      const [minor, tip] = [steps * chargeStep(currency), tipSteps * chargeStep(currency)]
      const quoteRequest = request('1', currency, {
        ...choices,
        amount: money(minor, currency),
        tip: money(tip, currency),
      })
      const quote = quoteDonation(makeData(currency, { isZakatVerified, zakatVariant }), quoteRequest)
      const isCovered = choices.isZakat && choices.maximizeZakat && isZakatVerified && zakatVariant === 'maximize'
      expect(
        sum(
          quote.lines.map((line) => line.amount),
          currency,
        ),
      ).toEqual(quote.total)
      expect(quote.gift.amount + quote.coveredFee.amount + quote.tip.amount).toBe(quote.total.amount)
      expect(quote.total.amount % chargeStep(currency)).toBe(0n)
      expect([quote.gift.amount, quote.tip.amount]).toEqual([minor * BigInt(choices.quantity), tip])
      if (!isCovered) expect(quote.coveredFee.amount).toBe(0n)
      else expect(quote.zakatEligible).toEqual(quote.gift)
      expect(quote.zakatEligible.amount >= 0n && quote.zakatEligible.amount <= quote.gift.amount).toBe(true)
      expect(quote.feeShare.amount <= quote.gift.amount || isCovered).toBe(true)
    }),
  )
})

test('the hashed text depends on everything the donor saw and on nothing else (payments-13)', () => {
  const base = quoteText(quoteDonation(makeData('USD'), request('20', 'USD', { isZakat: true })))
  const text = (quoteData: Partial<QuoteData>, over: Partial<QuoteRequest>) =>
    quoteText(quoteDonation(makeData('USD', quoteData), request('20', 'USD', { isZakat: true, ...over })))
  const changed = [
    text({}, { amount: money(2001n, 'USD') }),
    text({}, { tip: money(1n, 'USD') }),
    text({}, { isZakat: false }),
    text({}, { maximizeZakat: true }),
    text({}, { giftAid: true }),
    text({}, { taxReceipt: true }),
    text({}, { level: { id: '3', amount: money(2000n, 'USD') } }),
    text({}, { level: { id: '4', amount: money(2000n, 'USD') } }),
    text({}, { amount: money(1000n, 'USD'), quantity: 2 }),
    text({ campaignId: '8' }, {}),
    text({ fee: { ...feeFor('card', 'USD'), version: '2027-01' } }, {}),
    quoteText(quoteDonation(makeData('CAD'), request('20', 'CAD', { isZakat: true }))),
  ]
  expect(new Set([base, ...changed]).size).toBe(changed.length + 1)
  expect(text({}, { paymentMethod: 'applepay' })).toBe(base)
})

test('the hashed text names each item once and doesn’t depend on the page’s version', () => {
  const quote = quoteDonation(
    makeData('USD'),
    request('20', 'USD', { ...maximized, tip: money(320n, 'USD'), giftAid: true }),
  )
  expect(quoteText(quote).split('\n')).toEqual([
    'quote 1',
    'campaign=7',
    'currency=USD',
    'level=',
    'quantity=1',
    'gift=2000',
    'fee=91',
    'tip=320',
    'total=2411',
    `schedule=${quote.feeScheduleVersion}`,
    'zakat=true',
    'maximize=true',
    'gift-aid=true',
    'tax-receipt=false',
  ])
})

test('the quote shows the donation, then only non-zero additions', () => {
  const kinds = (over: Partial<QuoteRequest>) =>
    quoteDonation(makeData('USD'), request('20', 'USD', over)).lines.map(({ kind }) => kind)
  expect([kinds({}), kinds({ tip: money(1n, 'USD') }), kinds(maximized)]).toEqual([
    ['gift'],
    ['gift', 'tip'],
    ['gift', 'covered-fee'],
  ])
})

test('no value can forge another line of the hashed text', () => {
  const quote = quoteDonation(makeData('USD', { campaignId: '7\ntip=0' }), request('20', 'USD'))
  expect(
    quoteText(quote)
      .split('\n')
      .filter((line) => line.startsWith('tip=')),
  ).toEqual(['tip=0'])
})
