import fc from 'fast-check'
import { expect, test } from 'vitest'
import { impactsMax, impactTextMax } from '#modules/causes/campaigns/rules/impact.ts'
import { readImpacts } from './page-impacts.ts'

test('impacts are trimmed, and empty ones are dropped (content-41)', () => {
  const inputs = [{}, { amount: 5000, text: '  feeds   a family ' }, { amount: null, text: ' ' }]
  expect(readImpacts(inputs, 'USD')).toEqual({ impacts: [{ amount: 5000, text: 'feeds a family' }], faults: {} })
})

test('faults of impacts are at the place of their row (content-41)', () => {
  const faultsOf = (...inputs: Parameters<typeof readImpacts>[0][number][]) => readImpacts(inputs, 'USD').faults
  expect(faultsOf({}, { amount: 5000 }, { text: 'buys seeds' })).toEqual({
    'impacts.1.text': { code: 'impact-text-missing', params: { number: 2 } },
    'impacts.2.amount': { code: 'impact-amount-invalid', params: { number: 3 } },
  })
  expect(faultsOf({ amount: 5050, text: 'a' }, { amount: -1, text: 'b' })).toEqual({
    'impacts.0.amount': { code: 'impact-amount-invalid', params: { number: 1 } },
    'impacts.1.amount': { code: 'impact-amount-invalid', params: { number: 2 } },
  })
  expect(faultsOf({ amount: 5000, text: 'a' }, { amount: 5000, text: 'b' })).toEqual({
    'impacts.1.amount': { code: 'impact-amount-repeated', params: { number: 2 } },
  })
  expect(faultsOf({ amount: 100_000_000_000, text: 'a' })['impacts.0.amount']).toMatchObject({ code: 'above-maximum' })
  expect(faultsOf({ amount: 5000, text: 'x'.repeat(impactTextMax + 1) })).toEqual({
    'impacts.0.text': { code: 'text-too-long', params: { max: impactTextMax } },
  })
})

test('valid impacts are stored unchanged, and reading them again changes nothing (content-41)', () => {
  const impact = fc.record({
    amount: fc.integer({ min: 10, max: 1000 }).map((major) => major * 100),
    text: fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9})?$/),
  })
  fc.assert(
    fc.property(fc.uniqueArray(impact, { maxLength: impactsMax, selector: ({ amount }) => amount }), (impacts) => {
      expect(readImpacts(impacts, 'USD')).toEqual({ impacts, faults: {} })
      expect(readImpacts(readImpacts(impacts, 'USD').impacts, 'USD').impacts).toEqual(impacts)
    }),
  )
})
