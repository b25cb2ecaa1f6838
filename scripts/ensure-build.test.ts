import { expect, test } from 'vitest'
import { sources } from './ensure-build.ts'

test('a change in what browsers run of a payment provider leads to a new build', () => {
  const built = sources()
  for (const file of ['card-fields', 'bank-fields', 'wallet-buttons', 'script'])
    expect(built).toContain(`modules/money/payments/providers/stripe/${file}.ts`)
  expect(built.filter((file) => file.endsWith('.test.ts'))).toEqual([])
})
