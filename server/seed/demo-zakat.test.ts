import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { withDemoZakat } from './demo-zakat.ts'

const now = new Date('2026-11-26T12:00:00Z')

test('a demo has labelled rates and a rule set unless they are configured', async () => {
  const it = await createTestApp()
  try {
    const { ZAKAT_OBLIGATIONS, ZAKAT_SIGN_OFFS } = withDemoZakat(it.app.config, now)
    expect(new Set(ZAKAT_OBLIGATIONS.rates.map(({ obligation }) => obligation)).size).toBe(4)
    expect(ZAKAT_OBLIGATIONS.rates.every(({ source }) => source.includes('Demo'))).toBe(true)
    expect(ZAKAT_OBLIGATIONS.fitrClosings[0]).toEqual({
      country: '*',
      year: 1448,
      closesAt: new Date('2027-03-07T18:00:00Z'),
    })
    expect(ZAKAT_SIGN_OFFS['cautious-1']?.source).toContain('not a real approval')
    const own = {
      ...it.app.config,
      ZAKAT_OBLIGATIONS: { rates: ZAKAT_OBLIGATIONS.rates.slice(0, 1), fitrClosings: [] },
    }
    expect(withDemoZakat(own, now).ZAKAT_OBLIGATIONS).toBe(own.ZAKAT_OBLIGATIONS)
  } finally {
    await it.close()
  }
})
