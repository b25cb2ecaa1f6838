import { expect, test } from 'vitest'
import { shareClaimOf, shareLinks } from './share.ts'

test('a claim without a source, an amount or a currency is none [S1 §9]', () => {
  for (const setting of ['', '77 USD', '77 USD |', '77 USD | ', '77 XXX | our shares', 'USD 77 | our shares', '-1 USD | our shares', '7.755 USD | our shares'])
    expect(shareClaimOf(setting), setting).toBeUndefined()
  expect(shareClaimOf('77 USD | Average of our shares in 1447')).toMatchObject({
    amount: { amount: 7700n, currency: 'USD' },
    source: 'Average of our shares in 1447',
  })
})

test('titles and addresses cannot leave their place in a link', () => {
  for (const link of Object.values(shareLinks('https://give.example/campaign/a&b', 'Wells & "wheat" #1\r\nBcc: x'))) {
    expect(link).not.toMatch(/["\s#]/)
    expect(() => new URL(link)).not.toThrow()
  }
})
